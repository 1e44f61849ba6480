/**
 * Herma before each tool call: a thin client of `herma hook`, with no judgement of its own.
 *
 *     import { guard } from "herma"
 *
 *     const { args } = await guard("terminal", { command }, { session })
 *     execSync(args.command)
 *
 * `guard` resolves when the call may run. Whatever else happens, it rejects: with `Denied`, or `Pending` where a person may
 * still say yes, or `Unavailable` where Herma could not be asked. All of them are `Denied`, so that one `catch` is enough.
 */
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"

/** How long a person may take, in seconds, if nobody says otherwise. */
export const WAIT_S = 300
/** Herma answers by its deadline. Whoever takes this much longer is stuck. */
const GRACE_S = 10
/** What is only noted is noted by then, or not at all. */
const NOTE_S = 5
/** Longer than this Node cannot wait: beyond 2^31 ms a timer rings at once. */
const WAIT_MAX_S = 24 * 24 * 3600
/** An answer is one line. */
const ANSWER_MAX = 1 << 20

/** What of a call Herma looks at, besides the tool and its arguments. */
export interface Options {
  session?: string
  /** Where a command would run. Default: here. */
  cwd?: string
  /** What the tool's server says about it: a stranger's words. */
  description?: string
  annotations?: Record<string, unknown>
  /** The agent's own word for what it does. Raises only. */
  action?: string
  /** Who is on the other side of the agent, and what they said last. */
  conversation?: { human?: boolean; last_message?: string }
  /** Seconds to wait for a person. */
  wait?: number
  /** The `herma` to ask. Default: `HERMA_BIN`, else the search path. */
  binary?: string
  /** Its home. */
  home?: string
}

/** The call may run, now, once. */
export interface Allowed<A = object> {
  reason: string
  /**
   * What may run, and nothing else: the arguments as they were judged, or what a person has made of them before saying yes.
   * Plain JSON that nobody else holds.
   */
  args: A
  /** Show this to the person at once, as it is. */
  crisisCard?: string
}

/** The call may not run. `reason` is for the model to read; `crisisCard` for the person, at once and as it is. */
export class Denied extends Error {
  override name = "Denied"
  constructor(
    readonly reason: string,
    readonly crisisCard?: string,
  ) {
    super(reason)
  }
}

/** Nobody has answered yet. The same call runs, once, when `ticket` has been approved. */
export class Pending extends Denied {
  override name = "Pending"
  constructor(
    reason: string,
    readonly ticket: string,
    crisisCard?: string,
  ) {
    super(reason, crisisCard)
  }
}

/** Herma could not be asked, so the call may not run. */
export class Unavailable extends Denied {
  override name = "Unavailable"
}

/**
 * Resolves if this call may run, and rejects with `Denied` if not. What may run is the `args` that it resolves with: what was
 * judged, byte for byte, and not what it was called with: a person may have changed it. Arguments that JSON would turn into something else are refused, since nobody could judge them.
 */
export async function guard<A extends object>(tool: string, args: A = {} as A, options: Options = {}): Promise<Allowed<A>> {
  try {
    plain(args, "args")
  } catch (error) {
    throw unreadable(error)
  }
  return judge<A>(tool, frozen(args), options)
}

/** The same function, with every call of it put to Herma first, as a tool of that name with its first argument. */
export function guarded<A extends object, R>(
  tool: string,
  run: (args: A) => R | Promise<R>,
  options: Options = {},
): (args: A) => Promise<R> {
  // Read once, as JSON: a getter or a `toJSON` has no second say, and nobody changes it in between.
  return async (args) => run((await judge<A>(tool, frozen(args), options)).args)
}

/** Asks about this text of JSON, and gives back what stands in it. */
async function judge<A extends object>(tool: string, args: string, options: Options): Promise<Allowed<A>> {
  const { session, cwd, description, annotations, action, conversation, wait, binary, home } = options
  const call = { version: 1, edits: true, tool, session, cwd: cwd ?? here(), description, annotations, action, conversation }
  let text: string
  try {
    text = `${JSON.stringify(call, exactly).slice(0, -1)},"args":${args}}`
  } catch (error) {
    throw unreadable(error)
  }
  const { edited, ...allowed } = answer(
    await ask(text, seconds(wait), binary ?? process.env["HERMA_BIN"] ?? "herma", home),
  )
  return { ...allowed, args: (edited as A | undefined) ?? JSON.parse(args) }
}

/**
 * What a person has just said to the agent. Resolves with the card to show them at once, as it is, or with nothing. Then every
 * call of this session that would reach somebody waits for a human. Never rejects: what Herma could not be told it hears with
 * `conversation` of the next call.
 */
export async function said(
  text: string,
  { session, cwd, binary, home }: Pick<Options, "session" | "cwd" | "binary" | "home"> = {},
): Promise<string | undefined> {
  try {
    const event = JSON.stringify({ said: text, session, cwd: cwd ?? here() })
    const line = await ask(event, NOTE_S, binary ?? process.env["HERMA_BIN"] ?? "herma", home, "--note")
    return card(JSON.parse(line))
  } catch {
    return undefined
  }
}

function card(said: { crisis_card?: unknown } | null): string | undefined {
  return typeof said?.crisis_card === "string" ? said.crisis_card : undefined
}

/** The arguments as JSON, read once. */
function frozen(args: object): string {
  try {
    const text = JSON.stringify(args, exactly)
    if (!text?.startsWith("{")) throw new Error("`args` is no object")
    return text
  } catch (error) {
    throw unreadable(error)
  }
}

function unreadable(error: unknown): Unavailable {
  return new Unavailable(`herma: not run, because the call is no JSON: ${error}`)
}

function seconds(wait: number | undefined): number {
  const wanted = wait ?? Number(process.env["HERMA_WAIT_S"] || WAIT_S)
  return Math.min(WAIT_MAX_S, Math.max(1, Math.floor(Number.isNaN(wanted) ? WAIT_S : wanted)))
}

/** What JSON would quietly turn into something else is not what will be dispatched. */
function exactly(key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error(`\`${key}\` is ${value}`)
  if (typeof value === "function" || typeof value === "symbol") throw new Error(`\`${key}\` is a ${typeof value}`)
  return value
}

/** Throws for what is read otherwise each time (a getter) or here and there (a `toJSON`, a `Date`, a `Map`). */
function plain(value: unknown, name: string): void {
  if (typeof value !== "object" || value === null) return
  const above = Object.getPrototypeOf(value)
  const is = Array.isArray(value) || above === null || Object.getPrototypeOf(above) === null
  if (!is || typeof (value as { toJSON?: unknown }).toJSON === "function") {
    throw new Error(`\`${name}\` is no plain object; pass \`JSON.parse(JSON.stringify(args))\``)
  }
  for (const [key, member] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    if (!("value" in member)) throw new Error(`\`${key}\` is read anew each time; pass its value`)
    if (member.enumerable) plain(member.value, key)
  }
}

function here(): string | undefined {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

function ask(text: string, wait: number, binary: string, home?: string, ...more: string[]): Promise<string> {
  // Only an answer that ends with this word is whole.
  const mark = randomBytes(8).toString("hex")
  const words = ["hook", "generic", "--deadline", String(wait), "--mark", mark, ...more]
  if (home !== undefined) words.push("--home", home)
  return new Promise((resolve, reject) => {
    const no = (why: string) => reject(new Unavailable(`herma: not run, because ${why}`))
    let child
    try {
      child = spawn(binary, words, { stdio: ["pipe", "pipe", "ignore"] })
    } catch (error) {
      return no(`herma could not be asked: ${error}`)
    }
    const stuck = setTimeout(() => {
      child.kill("SIGKILL")
      no(`herma gave no answer within ${wait + GRACE_S} s`)
    }, (wait + GRACE_S) * 1000)
    const parts: Buffer[] = []
    let length = 0
    child.stdout.on("data", (part: Buffer) => {
      length += part.length
      if (length <= ANSWER_MAX) parts.push(part)
    })
    // One that does not read ends badly, and that is seen below.
    child.stdin.on("error", () => {})
    child.on("error", (error) => {
      clearTimeout(stuck)
      no(`herma could not be asked: ${error.message}`)
    })
    child.on("close", (code) => {
      clearTimeout(stuck)
      const said = Buffer.concat(parts).toString("utf8")
      if (code !== 0) no(`herma failed (exit code ${code})`)
      else if (length > ANSWER_MAX || !said.endsWith(mark)) no("herma's answer was not whole")
      else resolve(said.slice(0, -mark.length))
    })
    child.stdin.end(text)
  })
}

/** The reason of a yes, what is to run instead, if anything, and the card. */
function answer(line: string): { reason: string; edited: object | undefined; crisisCard?: string } {
  let said: { decision?: unknown; reason?: unknown; ticket?: unknown; args?: unknown; crisis_card?: unknown }
  try {
    said = JSON.parse(line)
  } catch {
    throw new Unavailable("herma: not run, because herma's answer could not be read")
  }
  const { decision, reason, ticket, args } = said ?? {}
  if (typeof reason !== "string" || reason === "") {
    throw new Unavailable("herma: not run, because herma gave no reason")
  }
  if (args !== undefined && (typeof args !== "object" || args === null || Array.isArray(args))) {
    throw new Unavailable("herma: not run, because herma's answer could not be read")
  }
  const crisisCard = card(said)
  if (decision === "allow") return { reason, edited: args, ...(crisisCard === undefined ? {} : { crisisCard }) }
  if (decision === "deny" && typeof ticket === "string" && ticket !== "") throw new Pending(reason, ticket, crisisCard)
  throw new Denied(reason, crisisCard)
}
