import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../../core/clock.ts'
import { type Answer, type CallOptions, type Running, startWeir } from '../../weir.ts'

/** A clock that a test sets. */
export interface SetClock extends Clock {
  pass(milliseconds: number): void
}

export function setClock(start = Date.UTC(2026, 0, 1)): SetClock {
  let now = start
  return {
    now: () => now,
    pass(milliseconds) {
      now += milliseconds
    },
  }
}

/** Lets time pass in steps until a condition is met. */
export async function whileTimePasses<T>(promise: Promise<T>, clock: SetClock, step: number): Promise<T> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  promise.then(over, over)
  while (!isOver) {
    await Bun.sleep(50)
    clock.pass(step)
  }
  return promise
}

export interface Opened extends Running {
  ask(what: string, body: object, options?: CallOptions): Promise<Answer>
}

interface OpenOptions {
  /** Environment variables. */
  settings: Record<string, string>
  /** Settings of the plugin. */
  config?: object
  clock?: Clock
}

/** A Weir with only the archive plugin. */
export async function openArchive({ settings, config = {}, clock }: OpenOptions): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-archive-'))
  writeFileSync(join(folder, 'weir.config.ts'), `export default ${JSON.stringify({ config: { archive: config } })}\n`)
  const weir = await startWeir(
    { WEIR_PLUGINS: 'archive', WEIR_ENGINES: 'lightweight', ...settings },
    folder,
    clock ? { clock } : {},
  )
  return {
    ...weir,
    ask: (what, body, options) =>
      weir.post(`/v1/archive/${what}`, { url: 'http://example.com/page', ...body }, options),
    async close() {
      await weir.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The timestamps of a search result. */
export const timestampsOf = ({ body }: Answer): string[] =>
  body.data.snapshots.map(({ timestamp }: { timestamp: string }) => timestamp)
