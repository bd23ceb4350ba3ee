import { readFileSync } from 'node:fs'
import { asStarted } from '../as-started.ts'
import type { Outcome } from './measure.ts'

/** The limits of one size, beyond which its process is killed. */
export interface HardLimits {
  /** Elapsed ms; a construction that takes longer is a breach, whatever else runs on the machine. */
  time: number
  memoryBytes: number
}

/** Ms between two samples of the memory of the process. */
const LOOK = 50

/** Tries constructions in a separate process, which is started again if one of them ends it. */
export class Tester {
  #child: ReturnType<typeof start> | undefined
  #lines: AsyncIterator<string> | undefined
  readonly #limits: HardLimits

  constructor(limits: HardLimits) {
    this.#limits = limits
  }

  async try(group: string, index: number, count: number): Promise<Outcome> {
    this.#child ??= start()
    this.#lines ??= linesOf(this.#child.stdout)
    const child = this.#child
    let ended: string | undefined
    const end = (why: string) => {
      ended ??= why
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => end(`not done in ${this.#limits.time / 1000} s`), this.#limits.time)
    const watch = setInterval(() => {
      if (residentOf(child.pid) > this.#limits.memoryBytes) end(`more than ${this.#limits.memoryBytes / 2 ** 20} MiB`)
    }, LOOK)
    child.stdin.write(`${JSON.stringify({ group, index, count })}\n`)
    child.stdin.flush()
    const { value } = await this.#lines.next()
    clearTimeout(timer)
    clearInterval(watch)
    if (value !== undefined) return JSON.parse(value)
    this.#child = this.#lines = undefined
    await child.exited
    return { failed: ended ?? `its process ended with ${child.signalCode ?? child.exitCode}` }
  }

  close(): void {
    this.#child?.kill('SIGKILL')
  }
}

const start = () =>
  Bun.spawn([process.execPath, `${import.meta.dir}/try-one.ts`], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: asStarted,
  })

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
}

function residentOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4096
  } catch {
    // The process has ended.
    return 0
  }
}
