"""Converts maps, tilesets and templates from XML (.tmx, .tsx, .tx) to the data that Tiled writes in JSON.

Only the form changes. Text that is not the expected number or flag stays text, so that the later checks report it.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable

from collide2d.tiled.node import Json

_INT = re.compile(r"[+-]?[0-9]{1,30}", re.ASCII)
_FLOAT = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)

_NUMBERS = frozenset((
    "width", "height", "tilewidth", "tileheight", "x", "y", "offsetx", "offsety", "parallaxx", "parallaxy", "opacity",
    "parallaxoriginx", "parallaxoriginy", "rotation", "id", "gid", "firstgid", "tilecount", "columns", "spacing",
    "margin", "duration", "tileid", "pixelsize", "nextlayerid", "nextobjectid", "hexsidelength",
))  # fmt: skip
_FLAGS = frozenset((
    "infinite", "visible", "repeatx", "repeaty", "hflip", "vflip", "rotate", "preferuntransformed", "bold", "italic",
    "underline", "strikeout", "kerning", "wrap",
))  # fmt: skip
_FLAG = {"0": False, "1": True, "false": False, "true": True}
_LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}


def from_xml(raw: bytes) -> dict[str, Json]:
    """The data of a file. Raises xml.etree.ElementTree.ParseError, LookupError or ValueError if it is not XML.

    >>> from_xml(b'<tileset name="earth" tilewidth="32"><tile id="3" type="slope"/></tileset>')
    {'type': 'tileset', 'name': 'earth', 'tilewidth': 32, 'tiles': [{'id': 3, 'type': 'slope'}]}
    """
    root = ET.fromstring(raw)
    read = _ROOTS.get(root.tag)
    if read is None:
        raise ValueError(f"it must hold a map, a tileset or a template, got <{root.tag[:60]}>")
    return {"type": root.tag, **read(root)}


def _number(text: str) -> Json:
    if _INT.fullmatch(text.strip()):
        return int(text)
    return float(text) if _FLOAT.fullmatch(text.strip()) else text


def _attributes(element: ET.Element) -> dict[str, Json]:
    data: dict[str, Json] = {}
    for key, text in element.attrib.items():
        if key in _NUMBERS:
            data[key] = _number(text)
        elif key in _FLAGS:
            data[key] = _FLAG.get(text, text)
        else:
            data[key] = text
    return data


def _with_properties(element: ET.Element) -> dict[str, Json]:
    data = _attributes(element)
    properties = element.find("properties")
    if properties is not None:
        data["properties"] = [_property(p) for p in properties.findall("property")]
    return data


# ---- properties ------------------------------------------------------------------------------------------------------


def _property(element: ET.Element) -> dict[str, Json]:
    data: dict[str, Json] = dict(element.attrib)
    data["value"] = _value(element)
    data.setdefault("type", "string")
    return data


def _value(element: ET.Element) -> Json:
    kind = element.attrib.get("type", "string")
    if kind == "class":
        return {p.attrib.get("name", ""): _value(p) for p in element.iterfind("properties/property")}
    if kind == "list":
        return [_value(item) for item in element.findall("item")]
    text = element.attrib.get("value", element.text or "")
    if kind == "bool":
        return _FLAG.get(text, text)
    return _number(text) if kind in ("int", "float", "object") else text


# ---- objects ---------------------------------------------------------------------------------------------------------


def _points(text: str) -> Json:
    points = [pair.split(",") for pair in text.split()]
    return [{"x": _number(p[0]), "y": _number(p[1])} if len(p) == 2 else ",".join(p) for p in points]


def _object(element: ET.Element) -> dict[str, Json]:
    data = _with_properties(element)
    for child in element:
        if child.tag in ("ellipse", "point", "capsule"):
            data[child.tag] = True
        elif child.tag in ("polygon", "polyline"):
            data[child.tag] = _points(child.attrib.get("points", ""))
        elif child.tag == "text":
            data["text"] = {**_attributes(child), "text": child.text or ""}
    return data


# ---- layers ----------------------------------------------------------------------------------------------------------


def _layers(element: ET.Element) -> list[Json]:
    return [_layer(child) for child in element if child.tag in _LAYERS]


def _layer(element: ET.Element) -> dict[str, Json]:
    data = _with_properties(element)
    data["type"] = _LAYERS[element.tag]
    if element.tag == "group":
        data["layers"] = _layers(element)
    elif element.tag == "objectgroup":
        data["objects"] = [_object(child) for child in element.findall("object")]
    elif element.tag == "imagelayer":
        data.update(_image(element))
    else:
        held = element.find("data")
        if held is not None:
            data.update(held.attrib)
            chunks = held.findall("chunk")
            if chunks:
                data["chunks"] = [{**_attributes(chunk), "data": _data(chunk)} for chunk in chunks]
            else:
                data["data"] = _data(held)
        data.setdefault("encoding", "csv")
    return data


def _data(element: ET.Element) -> Json:
    """The data as text, or as ids if each tile is an element, a form that Tiled calls XML and no longer recommends."""
    tiles = element.findall("tile")
    return [_number(tile.attrib.get("gid", "0")) for tile in tiles] if tiles else element.text or ""


def _image(element: ET.Element) -> dict[str, Json]:
    image = element.find("image")
    if image is None:
        return {}
    keys = {"source": "image", "width": "imagewidth", "height": "imageheight", "trans": "transparentcolor"}
    data = _attributes(image)
    return {new: data[key] for key, new in keys.items() if key in data}


# ---- tilesets, templates, maps ---------------------------------------------------------------------------------------


def _tile(element: ET.Element) -> dict[str, Json]:
    data = {**_with_properties(element), **_image(element)}
    shapes, frames = element.find("objectgroup"), element.find("animation")
    if shapes is not None:
        data["objectgroup"] = _layer(shapes)
    if frames is not None:
        data["animation"] = [_attributes(frame) for frame in frames.findall("frame")]
    return data


def _tileset(element: ET.Element) -> dict[str, Json]:
    data = {**_with_properties(element), **_image(element)}
    for key in ("tileoffset", "grid", "transformations"):
        child = element.find(key)
        if child is not None:
            data[key] = _attributes(child)
    tiles = [_tile(child) for child in element.findall("tile")]
    if tiles:
        data["tiles"] = tiles
    return data


def _template(element: ET.Element) -> dict[str, Json]:
    data: dict[str, Json] = {}
    for child in element:
        if child.tag == "object":
            data["object"] = _object(child)
        elif child.tag == "tileset":
            data["tileset"] = _attributes(child)
    return data


def _map(element: ET.Element) -> dict[str, Json]:
    data = _with_properties(element)
    data["tilesets"] = [_tileset(child) for child in element.findall("tileset")]
    data["layers"] = _layers(element)
    return data


_ROOTS: dict[str, Callable[[ET.Element], dict[str, Json]]] = {"map": _map, "tileset": _tileset, "template": _template}
