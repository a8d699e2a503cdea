"""What Hypothesis leaves switched on after a property has failed, also one that `hypothesis.find` made fail.

It watches lines while it explains a failure. Python 3.12 and 3.13 keep the events of a tool that was freed: each line
that runs afterwards makes an int of its number and calls nobody. That takes time, and fails where memory is lacking.
"""

from __future__ import annotations

import sys

from hypothesis.internal.scrutineer import MONITORING_TOOL_ID


def watched_events() -> int:
    """The events that Hypothesis left switched on; 0 while it runs, and where Python has no such events."""
    if sys.version_info < (3, 12) or sys.monitoring.get_tool(MONITORING_TOOL_ID) is not None:
        return 0
    sys.monitoring.use_tool_id(MONITORING_TOOL_ID, "collide2d tests")
    try:
        return sys.monitoring.get_events(MONITORING_TOOL_ID)
    finally:
        sys.monitoring.free_tool_id(MONITORING_TOOL_ID)


def stop_watching() -> None:
    """Switches those events off."""
    if sys.version_info >= (3, 12) and watched_events():
        sys.monitoring.use_tool_id(MONITORING_TOOL_ID, "collide2d tests")
        sys.monitoring.set_events(MONITORING_TOOL_ID, 0)
        sys.monitoring.free_tool_id(MONITORING_TOOL_ID)
