"""Herma before each tool call: a thin client of ``herma hook``, with no judgement of its own.

    import herma

    herma.guard("terminal", {"command": command}, session=session_id)
    subprocess.run(command, shell=True)

`guard` returns when the call may run. Whatever else happens, it raises: `Denied`, or `Pending` where a person may still say
yes, or `Unavailable` where Herma could not be asked. All of them are `Denied`, so that one ``except`` is enough.
"""

from ._client import (
    Allowed,
    Conversation,
    Denied,
    Pending,
    Unavailable,
    guard,
    guarded,
    said,
)

__all__ = ["Allowed", "Conversation", "Denied", "Pending", "Unavailable", "guard", "guarded", "said"]
__version__ = "0.1.0"
