/**
 * The process in which constructions are tried. Each line of standard input is JSON: group, index of the construction
 * and count; each line of standard output is its outcome.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { isApiError } from 'weirjs'
import { groups } from './groups/index.ts'
import type { Outcome } from './measure.ts'

/** Resets the peak memory of this process to its present memory. Source: proc_pid_clear_refs(5). */
const resetPeak = () => writeFileSync('/proc/self/clear_refs', '5')
const statusBytes = (field: string) =>
  Number(new RegExp(`${field}:\\s*(\\d+)`).exec(readFileSync('/proc/self/status', 'latin1'))?.[1] ?? 0) * 1024

async function outcomeOf(group: string, index: number, count: number): Promise<Outcome> {
  const { inputBytes, run } = groups[group]![index]!.prepare(count)
  Bun.gc(true)
  resetPeak()
  const memory = statusBytes('VmRSS')
  const before = process.cpuUsage()
  const measured = (): { inputBytes: number; cpu: number; memory: number } => {
    const { user, system } = process.cpuUsage(before)
    return { inputBytes, cpu: (user + system) / 1000, memory: Math.max(0, statusBytes('VmHWM') - memory) }
  }
  try {
    const yielded = await run()
    return { ...measured(), ...yielded }
  } catch (error) {
    const reason = reasonOf(error)
    return reason === undefined
      ? { failed: String((error as Error)?.stack ?? error).slice(0, 1000) }
      : { ...measured(), sizes: {}, refused: reason }
  }
}

/** The reason of an ApiError or Unreadable, the only errors that may cross a boundary; otherwise undefined. */
function reasonOf(error: unknown): string | undefined {
  if (isApiError(error)) return String(error.details?.reason ?? error.code)
  if (error instanceof Error && error.name === 'Unreadable') return String((error as Error & { reason: string }).reason)
  return undefined
}

for await (const line of createInterface({ input: process.stdin })) {
  const { group, index, count } = JSON.parse(line)
  const outcome = await outcomeOf(group, index, count)
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
}
