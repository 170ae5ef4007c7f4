/** The words that the modules of the page share. Discord's own objects are as its documentation says. */

import type {
  APIApplicationCommand,
  APIApplicationCommandBasicOption,
  APIApplicationCommandOption,
  APIEmbed,
  APIMessage,
  APIReaction,
  APIUser,
} from "discord-api-types/v10";
import type { UserClient as Client } from "./static/client.js";
import type { History as ChannelHistory } from "./static/history.js";

declare global {
  // ---- Discord

  type User = Pick<APIUser, "id" | "username" | "global_name" | "bot">;
  type Embed = APIEmbed;
  /** A component of whatever type: each view knows its own. */
  type Component = { type: number; [name: string]: any };
  type CommandOption = APIApplicationCommandBasicOption & {
    choices?: Choice[];
    autocomplete?: boolean;
    min_value?: number;
    max_value?: number;
    min_length?: number;
    max_length?: number;
  };
  type AnyOption = APIApplicationCommandOption & { options?: AnyOption[] };
  type AnyCommand = Pick<APIApplicationCommand, "id" | "name" | "description" | "type"> & { options?: AnyOption[] };
  type Attachment = { id: string; url: string; filename: string; size: number; content_type?: string; description?: string; width?: number; height?: number };
  type Picture = { url: string; width?: number | null; height?: number | null };
  type Emoji = { id?: string | null; name?: string | null };

  interface Metadata {
    id: string;
    type: number;
    user: User;
    original_response_message_id?: string;
    interacted_message_id?: string;
    triggering_interaction_metadata?: Metadata;
  }

  interface Message extends Pick<APIMessage, "id" | "channel_id" | "content" | "timestamp" | "edited_timestamp" | "mention_everyone"> {
    author: User;
    flags: number;
    type: number;
    pinned?: boolean;
    mentions?: User[];
    attachments?: Attachment[];
    embeds?: Embed[];
    components?: Component[];
    reactions?: Pick<APIReaction, "emoji" | "count" | "me">[];
    thread?: Channel;
    interaction?: { name: string };
    interaction_metadata?: Metadata;
    message_reference?: { channel_id: string; message_id?: string };
    referenced_message?: Message | null;
  }

  interface Channel {
    id: string;
    type: number;
    name: string;
    guild_id?: string;
    parent_id?: string | null;
    owner_id?: string;
    position?: number;
    flags?: number;
    last_message_id?: string | null;
    message_count?: number;
    thread_metadata?: { archived: boolean };
    available_tags?: { id: string; name: string; emoji_name?: string | null }[];
    applied_tags?: string[];
  }

  interface Modal {
    id: string;
    title: string;
    components?: Component[];
  }

  // ---- the server of the page

  type Waiting = { messages: number; mentions: number };

  interface State {
    guild: { id: string; name: string; roles?: { id: string; name: string }[] };
    application: { id: string; name: string; user: User };
    channels: Channel[];
    users: User[];
    commands: AnyCommand[];
    permissions: Record<string, string>;
    waiting?: { channels: Record<string, Waiting>; calls: Record<string, number> };
    takes_dms?: boolean;
    /** The thread that newcomers are led to. */
    tour?: string | null;
    /** The language of each user. */
    locales?: Record<string, string>;
    now?: string;
    bot: "online" | "offline";
  }

  /** What the server tells as it happens; which other fields there are depends on the type. */
  type Update = { type: string; [name: string]: any };
  /** Which page of a history is asked for. */
  type PageOf = { limit?: number; before?: string; after?: string; around?: string };

  // ---- the page

  /** Whose view of which channel a pane shows. */
  type Spot = { user: string; channel: string };
  type Command = { id: string; path: string; description: string; options: CommandOption[] };
  type Choice = { name: string; value: string | number; user?: User };
  type Texts = Record<string, string>;
  type Values = Record<string, string>;
  type Outcome = { value?: string | undefined; error?: string };
  type Question = { name: string; options: Values; focused: string; value: string };

  interface Pending {
    nonce: string;
    channel: string;
    state: "waiting" | "failed";
    since: number;
    reason?: string;
    /** What the user did, if the page shows it in the place of the response. */
    shown?: string;
    form?: boolean;
    /** The message that was pressed, and which control of it. */
    message?: string;
    customId?: string;
  }

  /** What a message on the screen can do outside itself. */
  interface Scene {
    readonly client: Client;
    readonly history: ChannelHistory;
    openChannel(id: string, message?: string): void;
    beginCommand(path: string): void;
    press(message: Message, customId: string): void;
    select(message: Message, customId: string, values: string[]): void;
    dismiss(message: Message): void;
    useOn(message: Message, name: string): void;
    attempt(action: unknown): Promise<void>;
    showPins(): void;
    redraw(): void;
  }

  /** What the controls of a message do. */
  type Controls = { press(customId: string): void; select(customId: string, values: string[]): void };

  type Option = { label: string; value?: any; detail?: string | undefined; hint?: string; mark?: Content; checked?: boolean; disabled?: boolean; [name: string]: any };

  /** A part of a form; only those with a customId have a value. */
  interface Field {
    element: HTMLElement;
    customId: string;
    value(): unknown;
    problem(): string | null | undefined | false | 0;
    focus(): void;
  }

  // ---- elements

  type Content = Node | string | number | boolean | null | undefined | readonly Content[];
  type TagOf<Spec> = Spec extends `${infer Tag}.${string}` ? Tag : Spec;
  type ElementOf<Spec> = TagOf<Spec> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[TagOf<Spec>] : HTMLElement;
  type Attributes = { [Type in keyof HTMLElementEventMap as `on${Type}`]?: (event: HTMLElementEventMap[Type]) => unknown } & {
    [name: string]: any;
  };
}
