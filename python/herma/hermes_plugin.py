"""The plugin for Hermes Agent: every tool call goes past Herma first.

Installed with the package, it is turned on by ``hermes plugins enable herma``; without the package,
``python -m herma.hermes_plugin`` writes the plugin's folder. Hermes swallows what a hook raises and runs the call, so nothing
may leave `before_tool_call` but an answer.
"""

from __future__ import annotations

import os
import sys
from typing import Any, Dict, Optional

from ._client import Denied, guard


PLUGIN_YAML = """\
name: herma
version: 0.1.0
description: A person confirms what matters, before it runs.
"""


def register(ctx: Any) -> None:
    """What Hermes calls when it loads the plugin."""
    ctx.register_hook("pre_tool_call", before_tool_call)


def before_tool_call(
    tool_name: str = "",
    args: Optional[Dict[str, Any]] = None,
    task_id: str = "",
    session_id: str = "",
    **_: Any,
) -> Optional[Dict[str, str]]:
    """Blocks the call with Herma's reason, or lets it pass by saying nothing."""
    try:
        guard(tool_name, args, session=session_id or None, cwd=_cwd(task_id), agent="hermes")
        return None
    except Denied as denied:
        return _block(denied.reason)
    except Exception as error:  # noqa: BLE001 - a hook that raises is a hook that allows
        return _block(f"herma: not run, because its plugin failed: {error!r}")


def _block(reason: str) -> Dict[str, str]:
    # Hermes ignores a block without a message.
    return {"action": "block", "message": reason or "herma: not run"}


def _cwd(task_id: str) -> Optional[str]:
    """Where the terminal stands: a `cd` of an earlier call lasts. Without a record it is where Hermes was started."""
    try:
        from tools.approval import get_current_session_key
        from tools.terminal_tool import get_session_cwd
    except ImportError:
        return None
    return get_session_cwd(get_current_session_key(default="") or task_id) or os.environ.get("TERMINAL_CWD") or None


def _install(hermes_home: str) -> str:
    folder = os.path.join(hermes_home, "plugins", "herma")
    os.makedirs(folder, exist_ok=True)
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with open(os.path.join(folder, "plugin.yaml"), "w", encoding="utf-8") as file:
        file.write(PLUGIN_YAML)
    with open(os.path.join(folder, "__init__.py"), "w", encoding="utf-8") as file:
        file.write(
            "import sys\n\n"
            f"sys.path.append({package!r})\n\n"
            "from herma.hermes_plugin import register  # noqa: E402, F401\n"
        )
    return folder


if __name__ == "__main__":
    home = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("HERMES_HOME", os.path.expanduser("~/.hermes"))
    print(f"wrote {_install(home)}; now `hermes plugins enable herma`")
