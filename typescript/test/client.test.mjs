// The client against the real `herma` (HERMA_BIN), and against broken ones. Run by tests/typescript.rs.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { Denied, Pending, Unavailable, guard, guarded, said } from "../dist/index.js"

const folder = mkdtempSync(join(tmpdir(), "herma-ts-"))
after(() => rmSync(folder, { recursive: true }))
const home = join(folder, "home")
const herma = (...words) => execFileSync(process.env.HERMA_BIN, [...words, "--home", home], { encoding: "utf8" })
const options = { home, cwd: folder, session: "s1", wait: 2 }

const program = (name, text) => {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o700)
  return path
}

test("a harmless call may run", async () => {
  assert.match((await guard("terminal", { command: "ls" }, options)).reason, /herma/)
})

test("a catastrophe may not, and nobody can lift that", async () => {
  const denied = await guard("terminal", { command: "rm -rf /" }, options).catch((error) => error)
  assert.ok(denied instanceof Denied && !(denied instanceof Pending) && !(denied instanceof Unavailable))
  assert.match(denied.reason, /nobody can lift this/)
})

test("what matters waits, and has a ticket that people can see", async () => {
  const call = { to: "ada@example.com", text: "the figures are done" }
  const pending = await guard("send_message", call, options).catch((error) => error)
  assert.ok(pending instanceof Pending, String(pending))
  assert.ok(herma("list").includes(pending.ticket))
})

test("a person in crisis is shown help at once, and a human comes first", async () => {
  const here = { ...options, session: "crisis", cwd: join(folder, "crisis") }
  const words = "I can't do this anymore. I want to kill myself."
  assert.equal(await said("this bug is killing me", here), undefined)
  const card = await said(words, here)
  assert.match(card, /findahelpline/)
  const pending = await guard("send_message", { to: "them", text: "hello" }, here).catch((error) => error)
  assert.ok(pending instanceof Pending, String(pending))
  assert.equal(pending.crisisCard, card)
  assert.equal((await guard("terminal", { command: "ls" }, here)).crisisCard, card)
  assert.equal(await said(words, { ...here, binary: join(folder, "nothing-here") }), undefined)
})

test("the wrapped function runs what was judged, or not at all", async () => {
  const ran = []
  const run = guarded("terminal", ({ command }) => ran.push(command), options)
  const call = { command: "ls" }
  const running = run(call)
  call.command = "rm -rf /"
  await running
  assert.deepEqual(ran, ["ls"])
  await assert.rejects(run({ command: "rm -rf /" }), Denied)
  assert.deepEqual(ran, ["ls"])
})

test("whatever is no whole and plain yes is a no", async () => {
  const broken = {
    missing: join(folder, "nothing-here"),
    fails: program("fails", "exit 1"),
    silent: program("silent", "exit 0"),
    garbage: program("garbage", "echo '{not json'"),
    unmarked: program("unmarked", `echo '{"decision":"allow","reason":"fine"}'`),
    killed: program("killed", "kill -KILL $$"),
    huge: program("huge", "head -c 3000000 /dev/zero"),
  }
  for (const [name, binary] of Object.entries(broken)) {
    await assert.rejects(guard("terminal", { command: "ls" }, { ...options, binary }), Unavailable, name)
  }
  const marked = (said) => program("marked", `while [ "$1" != --mark ]; do shift; done; printf '%s%s' '${said}' "$2"`)
  for (const said of ["", "[]", "null", "{}", '{"decision":"allow"}', '{"decision":"yes","reason":"x"}']) {
    await assert.rejects(guard("terminal", { command: "ls" }, { ...options, binary: marked(said) }), Denied, said)
  }
  for (const args of [{ amount: NaN }, { run: () => {} }, { self: null }]) {
    if (args.self === null) args.self = args
    await assert.rejects(guard("pay", args, options), Unavailable)
  }
})

test("what is judged is read once, and is what runs", async () => {
  let looks = 0
  const turns = { get command() { return looks++ === 0 ? "ls" : "rm -rf /" } }
  const ran = []
  const run = guarded("terminal", (args) => ran.push(args), options)
  await run(turns)
  await run({ command: "secret", toJSON: () => ({ command: "ls" }) })
  await run({ command: "ls", at: new Date(0) })
  assert.deepEqual(ran, [{ command: "ls" }, { command: "ls" }, { command: "ls", at: "1970-01-01T00:00:00.000Z" }])
  assert.equal(looks, 1)
  for (const args of [turns, { toJSON: () => ({ command: "ls" }) }, { command: "ls", at: new Date(0) }, { deep: [{ get x() { return 1 } }] }, new Map(), ["ls"], { n: 1n }]) {
    await assert.rejects(guard("terminal", args, options), Unavailable)
  }
  const given = { command: "ls", deep: { a: [1, null] } }
  const { args } = await guard("terminal", given, options)
  given.deep.a[0] = 2
  assert.deepEqual(args, { command: "ls", deep: { a: [1, null] } })
})

test("a wait of a month is a long one, and none at all is the usual one", async () => {
  // Node's timers ring at once beyond 2^31 ms: the answer comes half a second later, and counts.
  const told = join(folder, "told")
  const slow = program("slow", `echo "$*" >> ${told}; sleep 0.5; while [ "$1" != --mark ]; do shift; done; printf '{"decision":"allow","reason":"fine"}%s' "$2"`)
  for (const wait of [31 * 24 * 3600, Infinity, NaN]) {
    assert.equal((await guard("terminal", { command: "ls" }, { ...options, wait, binary: slow })).reason, "fine")
  }
  const deadlines = readFileSync(told, "utf8").trim().split("\n").map((line) => line.split(" ")[3])
  assert.deepEqual(deadlines, ["2073600", "2073600", "300"])
})
