/**
 * Runs the tests: all of them in parts, two side by side, since most of their time they wait for browsers, processes
 * and deadlines, and as a process in which hundreds of files were tested measures badly what work costs; what the
 * arguments ask for in one. They fail where they leave a process behind.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { leftBehind, RUN_VARIABLE } from './left-processes.ts'

// A busy machine takes longer for what starts whole processes than the five seconds that Bun gives a test.
const COMMAND = [process.execPath, 'test', '--timeout', '30000', '--preload', join(import.meta.dir, 'preload.ts')]
const PARTS = 6
const AT_ONCE = 2
const RUN = crypto.randomUUID()
const HEADING = /^\S+\.test\.ts:$/
const COUNT = /^ *(\d+) (pass|skip|todo|fail)$/

const children: Bun.Subprocess[] = []
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    isStopped = true
    for (const child of children) child.kill(signal)
  })

const args = process.argv.slice(2)
process.exitCode = args.length > 0 || availableParallelism() === 1 ? await runOne(args) : await runParts()
const left = await leftBehind(RUN)
if (left.length > 0) {
  console.error(`The tests have left processes:\n${left.join('\n')}`)
  process.exitCode = 1
}

async function runOne(args: string[]): Promise<number> {
  const env = { ...process.env, [RUN_VARIABLE]: RUN }
  const child = Bun.spawn([...COMMAND, ...args], { stdio: ['inherit', 'inherit', 'inherit'], env })
  children.push(child)
  return await child.exited
}

/** Ends with how many tests of both passed and failed, as Bun tells it of one. */
async function runParts(): Promise<number> {
  const counts = new Map<string, number>()
  const codes: number[] = []
  const parts = Array.from({ length: PARTS }, (_, i) => `${i + 1}/${PARTS}`)
  const runNext = async () => {
    for (let part = parts.shift(); part !== undefined && !isStopped; part = parts.shift()) {
      const env = { ...process.env, [RUN_VARIABLE]: RUN, ...(process.stderr.isTTY && { FORCE_COLOR: '1' }) }
      // Where there are few files some parts have none.
      const command = [...COMMAND, '--pass-with-no-tests', `--shard=${part}`]
      const child = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'pipe'], env })
      children.push(child)
      await Promise.all([child.stdout, child.stderr].map((output) => tell(output, counts)))
      codes.push(await child.exited)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runNext))
  console.error('\nAll parts:')
  for (const kind of ['pass', 'skip', 'todo', 'fail'])
    if (counts.has(kind)) console.error(` ${counts.get(kind)} ${kind}`)
  return codes.find((code) => code !== 0) ?? 0
}

/** Writes what a part says, file by file so that they do not mix, and adds up how it counts. */
async function tell(output: ReadableStream<Uint8Array>, counts: Map<string, number>): Promise<void> {
  let lines: string[] = []
  const flush = () => {
    if (lines.length > 0) process.stderr.write(`${lines.join('\n')}\n`)
    lines = []
  }
  const add = (line: string) => {
    const plain = Bun.stripANSI(line)
    if (HEADING.test(plain)) flush()
    lines.push(line)
    const [, count, kind] = COUNT.exec(plain) ?? []
    if (kind) counts.set(kind, (counts.get(kind) ?? 0) + Number(count))
  }
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of output) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = parts.pop()!
    for (const line of parts) add(line)
  }
  if (rest) add(rest)
  flush()
}
