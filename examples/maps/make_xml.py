"""The example map's data as XML, in the words of Tiled's TMX format; the files that it names are XML as well."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterable, Mapping
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

_NAMES = {".tsj": ".tsx", ".tj": ".tx"}
_FLAGS = ("ellipse", "point", "capsule")
_ELEMENTS = {"tilelayer": "layer", "objectgroup": "objectgroup", "group": "group"}

# What an attribute has if it is not written.
_DEFAULTS = {
    "opacity": 1, "visible": True, "rotation": 0, "offsetx": 0, "offsety": 0, "margin": 0, "spacing": 0, "name": "",
    "type": "",
}  # fmt: skip


def map_xml(data: Mapping[str, Any]) -> str:
    keys = "version tiledversion orientation renderorder width height tilewidth tileheight infinite backgroundcolor"
    root = _element(None, "map", data, f"{keys} nextlayerid nextobjectid")
    for tileset in data["tilesets"]:
        _element(root, "tileset", tileset, "firstgid source")
    _layers(root, data["layers"])
    return _text(root)


def tileset_xml(data: Mapping[str, Any]) -> str:
    keys = "version tiledversion name tilewidth tileheight tilecount columns spacing margin"
    root = _element(None, "tileset", data, keys)
    size = {"source": data["image"], "width": data["imagewidth"], "height": data["imageheight"]}
    _element(root, "image", size, "source width height")
    for tile in data["tiles"]:
        element = _element(root, "tile", tile, "id type")
        if "objectgroup" in tile:
            _objects(_element(element, "objectgroup", tile["objectgroup"], "draworder"), tile["objectgroup"]["objects"])
    return _text(root)


def template_xml(data: Mapping[str, Any]) -> str:
    root = Element("template")
    _element(root, "tileset", data["tileset"], "firstgid source")
    _objects(root, [{key: value for key, value in data["object"].items() if key != "id"}])
    return _text(root)


def _element(parent: Element | None, tag: str, data: Mapping[str, Any], keys: str) -> Element:
    """An element of those keys that do not have their default, and of the properties."""
    element = Element(tag) if parent is None else SubElement(parent, tag)
    for key in keys.split():
        if key in data and data[key] != _DEFAULTS.get(key):
            element.set(key, _value(data[key]))
    for property_ in data.get("properties", ()):
        held = element.find("properties")
        inner = SubElement(held if held is not None else SubElement(element, "properties"), "property")
        inner.set("name", property_["name"])
        if property_["type"] != "string":
            inner.set("type", property_["type"])
        truth = {True: "true", False: "false"}
        value = property_["value"]
        inner.set("value", truth[value] if isinstance(value, bool) else _value(value))
    return element


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, str):
        return next((value.removesuffix(old) + new for old, new in _NAMES.items() if value.endswith(old)), value)
    return f"{value:.15g}"


def _layers(parent: Element, layers: Iterable[Mapping[str, Any]]) -> None:
    for layer in layers:
        keys = "id name width height opacity visible offsetx offsety parallaxx parallaxy"
        element = _element(parent, _ELEMENTS[layer["type"]], layer, keys)
        if layer["type"] == "group":
            _layers(element, layer["layers"])
        elif layer["type"] == "objectgroup":
            _objects(element, layer["objects"])
        else:
            raw = struct.pack(f"<{len(layer['data'])}I", *layer["data"])
            data = SubElement(element, "data", encoding="base64", compression="zlib")
            data.text = base64.b64encode(zlib.compress(raw, 9)).decode("ascii")


def _objects(parent: Element, objects: Iterable[Mapping[str, Any]]) -> None:
    keys = "id template name type gid x y width height rotation visible"
    for data in objects:
        unsized = {key for key in ("width", "height") if not data.get(key)}
        element = _element(parent, "object", {key: data[key] for key in data if key not in unsized}, keys)
        for key in _FLAGS:
            if key in data:
                SubElement(element, key)
        for key in ("polygon", "polyline"):
            if key in data:
                SubElement(element, key, points=" ".join(f"{p['x']:g},{p['y']:g}" for p in data[key]))
        if "text" in data:
            text = _element(element, "text", data["text"], "wrap")
            text.text = data["text"]["text"]


def _text(root: Element) -> str:
    indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"
