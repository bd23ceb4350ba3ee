import { availableParallelism } from 'node:os'
import { machineMemory } from './machine-memory.ts'

/** How many pages this machine can show at once: two per core, as pages mostly wait, within half of its memory. */
export function pagesFor({ bytesPerPage, max = 16 }: { bytesPerPage: number; max?: number }): number {
  const byMemory = Math.floor(machineMemory() / 2 / bytesPerPage)
  return Math.max(1, Math.min(max, 2 * availableParallelism(), byMemory))
}
