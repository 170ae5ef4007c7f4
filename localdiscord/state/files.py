"""The files that were attached to messages, options and forms."""

import base64
import mimetypes
from dataclasses import dataclass
from typing import Final

from localdiscord.errors import Json
from localdiscord.state.clock import Clock
from localdiscord.state.updates import Updates

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_PNG_HEADER: Final = 24


@dataclass(frozen=True)
class Upload:
    """A file as it was sent."""

    filename: str
    content: bytes
    content_type: str = "application/octet-stream"

    def to_json(self) -> Json:
        """The file as a JSON object, its content in base64."""
        content = base64.b64encode(self.content).decode()
        return {"filename": self.filename, "content": content, "content_type": self.content_type}

    @classmethod
    def from_json(cls, body: Json) -> "Upload":
        """The file of a JSON object; `content_type` can be missing."""
        content_type = body.get("content_type", cls.content_type)
        return cls(str(body["filename"]), base64.b64decode(body["content"]), content_type)


class Files:
    """Every uploaded file by its id; `url` is where the server serves them."""

    def __init__(self, clock: Clock, updates: Updates) -> None:
        self._clock = clock
        self._updates = updates
        self.url = ""
        self.by_id: dict[str, Upload] = {}

    def attach(self, upload: Upload, description: str | None = None) -> Json:
        """Stores the file and returns its attachment object."""
        file_id = self._clock.next_id()
        self.by_id[file_id] = upload
        self._updates.persist("file", file_id, upload.to_json())
        guessed, _ = mimetypes.guess_type(upload.filename)
        url = f"{self.url}/{file_id}/{upload.filename}"
        attachment: Json = {
            "id": file_id,
            "filename": upload.filename,
            "size": len(upload.content),
            "url": url,
            "proxy_url": url,
            "content_type": guessed or upload.content_type,
        }
        attachment |= _png_size(upload.content)
        return attachment | ({"description": description} if description else {})


def _png_size(content: bytes) -> Json:
    """The width and height of a PNG, which Discord adds to the attachments that are pictures."""
    if not content.startswith(_PNG) or len(content) < _PNG_HEADER:
        return {}
    return {"width": int.from_bytes(content[16:20]), "height": int.from_bytes(content[20:24])}
