"""The life of an interaction: a person begins it, the bot answers once in 3 s and may go on for 15 min."""

import asyncio
import itertools
import secrets
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Final

from localdiscord.gateway import Gateway
from localdiscord.interaction import FITTING, Form, Interaction, Kind, Reply
from localdiscord.limits import FILE_SIZE, check_choices, check_form, check_message
from localdiscord.message import SLASH_RESPONSE, compose, revise
from localdiscord.options import whole_name
from localdiscord.refusal import Json, NoAnswer, Refusal, unknown
from localdiscord.world import ChannelType, MessageFlag, Post, Upload, World

TOKEN_LIFE: Final = timedelta(minutes=15)
SILENCE: Final = "The application did not respond"


class Interactions:
    """All interactions of the table, and the forms that stand open."""

    def __init__(self, world: World, gateway: Gateway, *, patience: float, files_url: Callable[[], str]) -> None:
        self.forms: dict[str, Form] = {}
        self._world = world
        self._gateway = gateway
        self.patience = patience
        self._files_url = files_url
        self._by_token: dict[str, Interaction] = {}
        self._answers = {
            Reply.MESSAGE: self._answer_message,
            Reply.DEFER: self._answer_defer,
            Reply.DEFER_UPDATE: self._answer_defer_update,
            Reply.UPDATE: self._answer_update,
            Reply.CHOICES: self._answer_choices,
            Reply.FORM: self._answer_form,
        }

    # a person begins

    def begin(
        self,
        user_id: str,
        channel_id: str,
        kind: Kind,
        data: Json,
        *,
        nonce: str = "",
        source: Post | None = None,
        cause: Interaction | None = None,
    ) -> Interaction:
        """Tells the bot of the deed and starts waiting for its answer."""
        loop = asyncio.get_running_loop()
        interaction = Interaction(
            id=self._world.clock.next_id(),
            token=secrets.token_urlsafe(48),
            kind=kind,
            user_id=user_id,
            channel_id=channel_id,
            nonce=nonce,
            data=data,
            born=self._world.clock.now(),
            source=source,
            cause=cause,
            first=loop.create_future(),
        )
        self._forget_dead()
        self._by_token[interaction.token] = interaction
        if kind != Kind.AUTOCOMPLETE:
            self._announce("thinking", interaction, channel_id=channel_id)
        interaction.patience = loop.call_later(self.patience, self._give_up, interaction)
        is_dm = self._world.channels[channel_id]["type"] == ChannelType.DM
        self._gateway.dispatch("INTERACTION_CREATE", self._event(interaction, dm=is_dm), dm=is_dm)
        return interaction

    def _event(self, interaction: Interaction, *, dm: bool) -> Json:
        world = self._world
        user_id, channel_id = interaction.user_id, interaction.channel_id
        member = world.members[user_id]
        granted = str(world.allowed(user_id, channel_id))
        event: Json = {
            "id": interaction.id,
            "application_id": world.application_id,
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": channel_id,
            "channel": world.channels[channel_id] | {"permissions": granted},
            "app_permissions": str(world.allowed(world.bot["id"], channel_id)),
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"0": "0" if dm else world.guild_id},
            "context": 1 if dm else 0,
            "attachment_size_limit": FILE_SIZE,
        }
        if interaction.source is not None:
            event["message"] = interaction.source.message
        if dm:
            return event | {"user": member["user"]}
        guild = {"id": world.guild_id, "locale": "en-US", "features": []}
        return event | {
            "member": member | {"permissions": granted},
            "guild_id": world.guild_id,
            "guild": guild,
            "guild_locale": "en-US",
        }

    def _give_up(self, interaction: Interaction) -> None:
        if interaction.first.done():
            return
        del self._by_token[interaction.token]
        interaction.first.set_exception(NoAnswer(SILENCE))
        interaction.first.exception()  # nobody needs to be waiting
        if interaction.kind != Kind.AUTOCOMPLETE:
            self._announce("failed", interaction, channel_id=interaction.channel_id, reason=SILENCE)

    def _forget_dead(self) -> None:
        # the oldest come first, so a look at two each time is enough
        horizon = self._world.clock.now() - 2 * TOKEN_LIFE
        for token, interaction in list(itertools.islice(self._by_token.items(), 2)):
            if interaction.born < horizon:
                del self._by_token[token]

    def _announce(self, kind: str, interaction: Interaction, **body: str | Json) -> None:
        self._world.announce(kind, {"nonce": interaction.nonce, **body}, only=interaction.user_id)

    # the bot answers

    def callback(self, interaction_id: str, token: str, body: Json, uploads: Sequence[Upload]) -> Json:
        """The first answer; gives Discord's callback object."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise unknown("interaction", 10062)
        if interaction.first.done():
            raise Refusal(400, 40060, "Interaction has already been acknowledged.")
        try:
            reply = Reply(body.get("type", 0))
        except ValueError:
            reply = None
        if reply not in FITTING[interaction.kind] or (reply == Reply.UPDATE and interaction.source is None):
            raise Refusal(
                400, 50035, "Invalid Form Body",
                {"type": {"_errors": [{
                    "code": "INTERACTION_RESPONSE_TYPE_INVALID",
                    "message": "This answer does not fit this kind of interaction.",
                }]}},
            )  # fmt: skip
        assert reply is not None
        post = self._answers[reply](interaction, body.get("data") or {}, uploads)
        interaction.reply = reply
        if interaction.patience is not None:
            interaction.patience.cancel()
        interaction.first.set_result(None)
        if interaction.kind != Kind.AUTOCOMPLETE:
            self._announce("answered", interaction)
        return self._callback_object(interaction, reply, post)

    def _callback_object(self, interaction: Interaction, reply: Reply, post: Post | None) -> Json:
        about: Json = {"id": interaction.id, "type": int(interaction.kind)}
        if post is None:
            return {"interaction": about}
        flags = post.message["flags"]
        about |= {
            "response_message_id": post.message["id"],
            "response_message_loading": bool(flags & MessageFlag.LOADING),
            "response_message_ephemeral": bool(flags & MessageFlag.EPHEMERAL),
        }
        if reply == Reply.DEFER:
            return {"interaction": about}
        return {"interaction": about, "resource": {"type": int(reply), "message": post.message}}

    def _answer_message(self, interaction: Interaction, data: Json, uploads: Sequence[Upload]) -> Post:
        check_message(data, uploads=uploads)
        interaction.original = self._post(interaction, data, uploads, is_first=True)
        return interaction.original

    def _answer_defer(self, interaction: Interaction, data: Json, _uploads: Sequence[Upload]) -> Post:
        flags = int(data.get("flags") or 0) & MessageFlag.EPHEMERAL | MessageFlag.LOADING
        interaction.original = self._post(interaction, {"flags": flags}, (), is_first=True)
        interaction.is_loading = True
        return interaction.original

    def _answer_defer_update(self, interaction: Interaction, _data: Json, _uploads: Sequence[Upload]) -> None:
        interaction.original = interaction.source

    def _answer_update(self, interaction: Interaction, data: Json, uploads: Sequence[Upload]) -> Post:
        assert interaction.source is not None
        check_message(data, uploads=uploads, before=interaction.source.message)
        revise(self._world, self._files_url(), interaction.source, data, uploads)
        interaction.original = interaction.source
        return interaction.source

    def _answer_choices(self, interaction: Interaction, data: Json, _uploads: Sequence[Upload]) -> None:
        check_choices(data)
        interaction.choices = data["choices"]

    def _answer_form(self, interaction: Interaction, data: Json, _uploads: Sequence[Upload]) -> None:
        check_form(data)
        form = Form(self._world.clock.next_id(), interaction.user_id, interaction.channel_id, data, interaction)
        # a person has one form before them at most
        self.forms = {key: open_ for key, open_ in self.forms.items() if open_.user_id != form.user_id}
        self.forms[form.id] = form
        self._announce("modal", interaction, channel_id=interaction.channel_id, modal={"id": form.id} | data)

    # the bot goes on

    def living(self, application_id: str, token: str) -> Interaction:
        """The interaction behind a webhook token."""
        interaction = self._by_token.get(token)
        if interaction is None or application_id != self._world.application_id:
            raise Refusal(401, 50027, "Invalid Webhook Token")
        if self._world.clock.now() - interaction.born > TOKEN_LIFE:
            raise Refusal(401, 50027, "Invalid Webhook Token")
        if not interaction.first.done():
            raise unknown("Webhook", 10015)
        return interaction

    def follow_up(self, interaction: Interaction, payload: Json, uploads: Sequence[Upload]) -> Json:
        """One more message; the first after a deferral takes the place of "thinking"."""
        if interaction.is_loading:
            return self.edit(interaction, "@original", payload, uploads)
        check_message(payload, uploads=uploads)
        return self._post(interaction, payload, uploads).message

    def message_of(self, interaction: Interaction, message_id: str) -> Post:
        """The original answer or a followup, if it is still there."""
        post = interaction.original
        if message_id != "@original" and (post is None or post.message["id"] != message_id):
            post = next((p for p in interaction.posts if p.message["id"] == message_id), None)
        if post is None or post.message["id"] not in self._world.posts[post.message["channel_id"]]:
            raise unknown("Message", 10008)
        return post

    def edit(self, interaction: Interaction, message_id: str, payload: Json, uploads: Sequence[Upload]) -> Json:
        post = self.message_of(interaction, message_id)
        was_loading = interaction.is_loading and post is interaction.original
        check_message(payload, uploads=uploads, before=None if was_loading else post.message)
        if was_loading:
            interaction.is_loading = False
        revise(self._world, self._files_url(), post, payload, uploads, is_first=was_loading)
        return post.message

    def delete(self, interaction: Interaction, message_id: str) -> None:
        post = self.message_of(interaction, message_id)
        if post is interaction.original:
            interaction.is_loading = False
        self._world.remove_post(post)

    def _post(
        self, interaction: Interaction, payload: Json, uploads: Sequence[Upload], *, is_first: bool = False
    ) -> Post:
        world = self._world
        user = world.users[interaction.user_id]
        metadata = interaction.metadata(user, world.guild_id)
        if not is_first and interaction.original is not None:
            metadata["original_response_message_id"] = interaction.original.message["id"]
        more: Json = {
            "webhook_id": world.application_id,
            "application_id": world.application_id,
            "interaction_metadata": metadata,
        }
        is_command = interaction.kind == Kind.COMMAND
        if is_command and is_first:
            name = whole_name(interaction.data)
            more["interaction"] = {"id": interaction.id, "type": 2, "name": name, "user": user}
        is_private = int(payload.get("flags") or 0) & MessageFlag.EPHEMERAL
        post = compose(
            world,
            self._files_url(),
            interaction.channel_id,
            world.bot,
            payload,
            uploads=uploads,
            kind=SLASH_RESPONSE if is_command and is_first else 0,
            only=interaction.user_id if is_private else None,
            more=more,
        )
        interaction.posts.append(post)
        world.add_post(post)
        return post
