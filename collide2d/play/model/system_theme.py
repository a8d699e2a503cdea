"""Whether the user's system prefers dark windows. Windows, macOS, GNOME and KDE are asked; others count as light."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_GNOME = ("gsettings", "get", "org.gnome.desktop.interface", "color-scheme")
_MACOS = ("defaults", "read", "-g", "AppleInterfaceStyle")


def prefers_dark() -> bool:
    """Whether the system says that windows should be dark. It takes a moment, and no error gets out."""
    if sys.platform == "win32":
        return _windows_prefers_dark()
    if sys.platform == "darwin":
        return "dark" in _answer(*_MACOS)
    return "dark" in _answer(*_GNOME) or _kde_prefers_dark()


def _answer(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=1).stdout.lower()
    except (OSError, ValueError, subprocess.SubprocessError):
        return ""


def _kde_prefers_dark() -> bool:
    """By the name of the colour scheme, such as BreezeDark."""
    folder = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    try:
        lines = (Path(folder) / "kdeglobals").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return False
    return any("dark" in line.lower() for line in lines if line.startswith("ColorScheme="))


def _windows_prefers_dark() -> bool:
    if sys.platform != "win32":
        return False
    import winreg

    path = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
            return winreg.QueryValueEx(key, "AppsUseLightTheme")[0] == 0
    except OSError:
        return False
