/**
 * Replaces `bun:test` for the suites on Deno (see deno.json): `node:test`, and Jest's `expect`, which has the same
 * interface as Bun's.
 */
import * as node from 'node:test'
import { inspect } from 'node:util'
import { expect } from 'expect'

// By default it compares millions of bytes one by one.
expect.addEqualityTesters([
  (one, other) =>
    one instanceof Uint8Array && other instanceof Uint8Array ? Buffer.compare(one, other) === 0 : undefined,
])

export { expect }

type Body = () => unknown
type Timeout = number | { timeout?: number }
const options = (timeout?: Timeout) => (typeof timeout === 'object' ? timeout : { timeout })

const run = (name: string, body: Body, timeout?: Timeout) =>
  void node.test(name, options(timeout), async () => void (await body()))
const skip = (name: string, body: Body) => void node.test(name, { skip: true }, body as () => void)

/** `%s` in a name is replaced by the first value of the row. */
const each =
  (rows: readonly unknown[]) =>
  (name: string, body: (...values: unknown[]) => unknown, timeout?: Timeout): void => {
    for (const row of rows) {
      const values = Array.isArray(row) ? row : [row]
      const [first] = values
      run(name.replace('%s', typeof first === 'string' ? first : inspect(first)), () => body(...values), timeout)
    }
  }

export const test = Object.assign(run, {
  each,
  skip,
  skipIf: (isSkipped: boolean) => (isSkipped ? skip : run),
  if: (isRun: boolean) => (isRun ? run : skip),
})

const group = (name: string, body: () => void) => void node.describe(name, body)
const skipGroup = (name: string) => void node.describe(name, { skip: true }, () => {})

export const describe = Object.assign(group, { skipIf: (isSkipped: boolean) => (isSkipped ? skipGroup : group) })

type Hook = (body: Body, timeout?: Timeout) => void
const hook =
  (register: typeof node.before): Hook =>
  (body, timeout) =>
    register(async () => void (await body()), options(timeout))
export const beforeAll = hook(node.before)
export const afterAll = hook(node.after)
export const beforeEach = hook(node.beforeEach)
export const afterEach = hook(node.afterEach)

/** Here a test has no time limit unless it sets one. */
export const setDefaultTimeout = (_milliseconds: number): void => {}
