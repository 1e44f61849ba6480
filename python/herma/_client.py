"""Asks ``herma hook`` about one call. Fails closed: what is not a whole and plain yes is a no."""

from __future__ import annotations

import functools
import inspect
import json
import os
import secrets
import shutil
import subprocess
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Mapping, Optional, Tuple, TypedDict, TypeVar

#: How long a person may take, in seconds, if nobody says otherwise.
WAIT_S = 300
#: Herma answers by its deadline. Whoever takes this much longer is stuck.
GRACE_S = 10
#: What is only noted is noted by then, or not at all.
NOTE_S = 5
#: An answer is one line.
ANSWER_MAX = 1 << 20

_F = TypeVar("_F", bound=Callable[..., Any])


class Conversation(TypedDict, total=False):
    """Who is on the other side of the agent, and what they said last."""

    human: bool
    last_message: str


@dataclass(frozen=True)
class Allowed:
    """The call may run, now, once, with ``args``. ``crisis_card``: show this to the person at once, as it is."""

    reason: str
    #: What may run: the arguments of the call, or, with ``edits``, what a person has made of them.
    args: Dict[str, Any] = field(default_factory=dict)
    crisis_card: Optional[str] = None


class Denied(Exception):
    """The call may not run. ``reason`` is for the model to read; ``crisis_card`` for the person, at once and as it is."""

    def __init__(self, reason: str, crisis_card: Optional[str] = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.crisis_card = crisis_card


class Pending(Denied):
    """Nobody has answered yet. The same call runs, once, when ``ticket`` has been approved."""

    def __init__(self, reason: str, ticket: str, crisis_card: Optional[str] = None) -> None:
        super().__init__(reason, crisis_card)
        self.ticket = ticket


class Unavailable(Denied):
    """Herma could not be asked, so the call may not run."""


def guard(
    tool: str,
    args: Optional[Mapping[str, Any]] = None,
    *,
    session: Optional[str] = None,
    cwd: Optional[str] = None,
    description: Optional[str] = None,
    annotations: Optional[Mapping[str, Any]] = None,
    action: Optional[str] = None,
    conversation: Optional[Conversation] = None,
    wait: Optional[int] = None,
    edits: bool = False,
    agent: str = "generic",
    binary: Optional[str] = None,
    home: Optional[str] = None,
) -> Allowed:
    """Returns if this call may run, and raises `Denied` if not. Waits up to ``wait`` seconds for a person.

    Whoever talks with people tells `said` first what they write: its card needs nobody's answer.

    ``args`` must be what is then dispatched, unchanged; with ``edits`` it is the ``args`` of what is returned, which a person
    may have changed before saying yes. ``cwd`` is where a command would run (default: here). ``binary`` is
    the ``herma`` to ask (default: ``HERMA_BIN``, else the search path), ``home`` its home.
    """
    call = {
        "version": 1,
        "tool": tool,
        "args": dict(args or {}),
        "session": session,
        "cwd": cwd if cwd is not None else _here(),
        "description": description,
        "annotations": None if annotations is None else dict(annotations),
        "action": action,
        "conversation": None if conversation is None else dict(conversation),
        "edits": edits,
    }
    try:
        # NaN and Infinity are not JSON, and a lone surrogate is not text: better found here than there.
        text = json.dumps(call, allow_nan=False).encode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:
        raise Unavailable(f"herma: not run, because the call is no JSON: {error}") from error
    reason, edited, card = _answer(_ask(text, agent, _wait(wait), _binary(binary), home))
    if edited is None:
        return Allowed(reason, dict(args or {}), card)
    # Whoever did not say that it takes them would run its own.
    if not edits or not isinstance(edited, dict):
        raise Unavailable("herma: not run, because herma's answer could not be read")
    return Allowed(reason, edited, card)


def said(
    text: str,
    *,
    session: Optional[str] = None,
    cwd: Optional[str] = None,
    binary: Optional[str] = None,
    home: Optional[str] = None,
) -> Optional[str]:
    """What a person has just said to the agent. Returns the card to show them at once, as it is, or nothing.

    Then every call of this ``session`` that would reach somebody waits for a human. Never raises: what Herma could not be
    told it hears with ``conversation`` of the next call.
    """
    event = {"said": text, "session": session, "cwd": cwd if cwd is not None else _here()}
    try:
        answer = json.loads(_ask(json.dumps(event).encode("utf-8"), "generic", NOTE_S, _binary(binary), home, "--note"))
        card = answer["crisis_card"]
    except (Denied, ValueError, KeyError, TypeError, RecursionError):
        return None
    return card if isinstance(card, str) else None


def guarded(
    *, name: Optional[str] = None, **options: Any
) -> Callable[[_F], _F]:
    """A decorator: every call of the function is put to Herma first, as a tool of its name with its arguments.

    It runs with what a person has made of them, if somebody changed them before saying yes."""

    def around(function: _F) -> _F:
        signature = inspect.signature(function)
        tool = name or function.__name__

        def ask(args: Any, kwargs: Any) -> inspect.BoundArguments:
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            allowed = guard(tool, dict(bound.arguments), **{"edits": True, **options})
            return _with(bound, allowed.args)

        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def guarded_coroutine(*args: Any, **kwargs: Any) -> Any:
                import asyncio

                # A person may take minutes; the loop has other things to do.
                bound = await asyncio.get_running_loop().run_in_executor(None, ask, args, kwargs)
                return await function(*bound.args, **bound.kwargs)

            return guarded_coroutine  # type: ignore[return-value]

        @functools.wraps(function)
        def guarded_function(*args: Any, **kwargs: Any) -> Any:
            bound = ask(args, kwargs)
            return function(*bound.args, **bound.kwargs)

        return guarded_function  # type: ignore[return-value]

    return around


def _with(bound: inspect.BoundArguments, args: Mapping[str, Any]) -> inspect.BoundArguments:
    """The same call with these arguments. What was not changed stays the very object that it was."""
    parameters = bound.signature.parameters
    fits = set(args) == set(bound.arguments)
    for name, value in args.items() if fits else ():
        own = bound.arguments[name]
        if value is own or value == json.loads(json.dumps(own)):
            continue
        kind = parameters[name].kind
        if kind is inspect.Parameter.VAR_POSITIONAL:
            fits = fits and isinstance(value, list)
            value = tuple(value) if fits else ()
        elif kind is inspect.Parameter.VAR_KEYWORD:
            fits = fits and isinstance(value, dict)
        bound.arguments[name] = value
    if not fits:
        raise Unavailable("herma: not run, because a person has changed it into what this function does not take")
    return bound


def _here() -> Optional[str]:
    try:
        return os.getcwd()
    except OSError:
        return None


def _wait(wait: Optional[int]) -> int:
    if wait is None:
        text = os.environ.get("HERMA_WAIT_S", "")
        wait = int(text) if text.isascii() and text.isdigit() else WAIT_S
    return max(1, int(wait))


def _binary(binary: Optional[str]) -> str:
    found = binary or os.environ.get("HERMA_BIN") or shutil.which("herma")
    if not found:
        raise Unavailable("herma: not run, because there is no `herma` on the search path")
    return found


def _ask(text: bytes, agent: str, wait: int, binary: str, home: Optional[str], *more: str) -> bytes:
    # Only an answer that ends with this word is whole.
    mark = secrets.token_hex(8)
    command = [binary, "hook", agent, "--deadline", str(wait), "--mark", mark, *more]
    if home is not None:
        command += ["--home", home]
    try:
        # `run` kills it when time is up, and when we are interrupted.
        done = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=wait + GRACE_S)
    except subprocess.TimeoutExpired as error:
        raise Unavailable(f"herma: not run, because herma gave no answer within {wait + GRACE_S} s") from error
    except (OSError, ValueError) as error:
        raise Unavailable(f"herma: not run, because herma could not be asked: {error}") from error
    if done.returncode != 0:
        raise Unavailable(f"herma: not run, because herma failed (exit code {done.returncode})")
    if len(done.stdout) > ANSWER_MAX or not done.stdout.endswith(mark.encode()):
        raise Unavailable("herma: not run, because herma's answer was not whole")
    return done.stdout[: -len(mark)]


def _answer(line: bytes) -> Tuple[str, Any, Optional[str]]:
    """The reason of a yes, what is to run instead, if anything, and the card."""
    try:
        answer: Dict[str, Any] = json.loads(line)
        decision, reason, ticket = answer["decision"], answer["reason"], answer.get("ticket")
        edited = answer.get("args")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unavailable("herma: not run, because herma's answer could not be read") from error
    if not isinstance(reason, str) or not reason:
        raise Unavailable("herma: not run, because herma gave no reason")
    card = answer.get("crisis_card")
    card = card if isinstance(card, str) else None
    if decision == "allow":
        return reason, edited, card
    if decision == "deny" and isinstance(ticket, str) and ticket:
        raise Pending(reason, ticket, card)
    raise Denied(reason, card)
