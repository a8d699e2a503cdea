"""Decodes the tiles of a layer or chunk, in every encoding that Tiled writes, into global tile ids, row by row.

The number of tiles is known before decompression, and no more bytes than that are decompressed.
"""

from __future__ import annotations

import base64
import binascii
import functools
import importlib
import struct
import zlib
from collections.abc import Callable

from collide2d._messages import one_line, shown
from collide2d.tiled.node import Json, Node

ENCODINGS = ("csv", "base64")
COMPRESSIONS = ("", "zlib", "gzip", "zstd")

_WINDOW = {"zlib": zlib.MAX_WBITS, "gzip": zlib.MAX_WBITS + 16}  # the wbits of zlib for each format
_ZSTD_MODULES = ("compression.zstd", "backports.zstd", "zstandard", "zstd")


def tiles(holder: Node, columns: int, rows: int, encoding: str, compression: str) -> list[int]:
    """The ids of columns * rows tiles, from the data of a layer or chunk."""
    data, count = holder.data.get("data"), columns * rows
    ids: list[Json]
    if data is None and count == 0:
        return []
    if isinstance(data, list):
        ids = data
    elif not isinstance(data, str):
        raise holder.wrong("data", "a list or a string")
    elif encoding == "csv":
        ids = _csv(holder, data, columns, rows)
    else:
        ids = _base64(holder, data, 4 * count, compression)
    _check_count(holder, len(ids), columns, rows)
    for i, id_ in enumerate(ids):
        if type(id_) is not int or not 0 <= id_ < 2**32:
            raise holder.error(f"data must hold whole numbers from 0 to {2**32 - 1}, got {shown(id_)} at {i}")
    return ids


def _check_count(holder: Node, got: int, columns: int, rows: int) -> None:
    if got != columns * rows:
        raise holder.error(f"data must hold {columns} x {rows} tiles, got {got}")


def _csv(holder: Node, text: str, columns: int, rows: int) -> list[Json]:
    text = text.strip()
    _check_count(holder, text.count(",") + 1 if text else 0, columns, rows)  # before it is split
    fields = text.split(",") if text else []
    try:
        return [int(field) for field in fields]
    except ValueError:
        wrong = next(field.strip() for field in fields if not field.strip().isdecimal())
        raise holder.error(f"data must hold whole numbers, got {shown(wrong)}") from None


def _base64(holder: Node, text: str, size: int, compression: str) -> list[Json]:
    try:
        raw = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise holder.error(f"data must be base64, got {shown(text.strip())}: {one_line(str(error))}") from None
    if compression in _WINDOW:
        raw = _inflate(holder, raw, size, compression)
    elif compression == "zstd":
        raw = _unzstd(holder, raw, size)
    if len(raw) % 4:
        raise holder.error(f"data must be 4 bytes for each tile, got {len(raw)}")
    return list(struct.unpack(f"<{len(raw) // 4}I", raw))


def _inflate(holder: Node, raw: bytes, size: int, compression: str) -> bytes:
    stream = zlib.decompressobj(_WINDOW[compression])
    try:
        plain = stream.decompress(raw, size + 1)
    except zlib.error as error:
        raise holder.error(f"data must be compressed with {compression}: {error}") from None
    if len(plain) > size:
        raise holder.error(f"data must be compressed with {compression} and hold {size} bytes, got more")
    if not stream.eof:
        raise holder.error(f"data must be compressed with {compression}, got data that ends early")
    return plain


def _unzstd(holder: Node, raw: bytes, size: int) -> bytes:
    """Decompresses with the first available package, if the frame header gives the expected size."""
    said = _zstd_content_size(raw)
    if said != size:
        raise holder.error(f"data must be compressed with zstd and say that it holds {size} bytes, got {said}")
    try:
        return _zstd_decompress()(raw, size)
    except ModuleNotFoundError:
        raise holder.error(
            "data is compressed with zstd, which needs Python 3.14 or `pip install zstandard`; or choose zlib in Tiled,"
            " Map Properties, Tile Layer Format"
        ) from None
    except Exception as error:  # each package has its own error class
        raise holder.error(f"data must be compressed with zstd: {one_line(str(error))}") from None


def _stream_zstd(make: Callable[[], Json], raw: bytes, size: int) -> bytes:
    stream = make()
    plain = bytes(stream.decompress(raw, size + 1))
    if not stream.eof:
        raise ValueError("the data end too early")
    return plain


def _zstd_decompress() -> Callable[[bytes, int], bytes]:
    for name in _ZSTD_MODULES:
        try:
            module: Json = importlib.import_module(name)
        except ModuleNotFoundError:
            continue
        if hasattr(module, "ZstdDecompressor") and name != "zstandard":
            return functools.partial(_stream_zstd, module.ZstdDecompressor)
        return lambda raw, size: bytes(module.decompress(raw))
    raise ModuleNotFoundError("zstd")


def _zstd_content_size(raw: bytes) -> int | None:
    """The content size in the header of a zstd frame (RFC 8878, 3.1.1.1); None if there is none."""
    if len(raw) < 5 or raw[:4] != b"\x28\xb5\x2f\xfd":
        return None
    descriptor = raw[4]
    single = bool(descriptor & 0x20)
    at = 5 + (not single) + (0, 1, 2, 4)[descriptor & 3]
    width = (1 if single else 0, 2, 4, 8)[descriptor >> 6]
    if width == 0 or len(raw) < at + width:
        return None
    return int.from_bytes(raw[at : at + width], "little") + (256 if width == 2 else 0)
