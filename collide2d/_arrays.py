"""Loads the extension module for arrays of shapes. It is in the file of collide2d._core: both share the core."""

import sys
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import module_from_spec

from collide2d import _core

_loader = ExtensionFileLoader(__name__, _core.__file__)
_module = module_from_spec(ModuleSpec(__name__, _loader, origin=_core.__file__))
_loader.exec_module(_module)
sys.modules[__name__] = _module
