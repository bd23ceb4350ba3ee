import { machineMemory } from '../machine-memory.ts'
import type { Usage } from './process-tree.ts'

/** Memory limit of one browser process in bytes: a page that exceeds it is ended before it takes everything. */
const MAX_PROCESS_BYTES = Math.min(1.25 * 1024 ** 3, machineMemory() / 4)
/** Memory limit of all its processes without pages, in bytes: Firefox takes 380 MB to show anything. */
const MAX_OWN_BYTES = Math.max(MAX_PROCESS_BYTES, 512 * 1024 ** 2)
/** The extra memory for each open page: some have several processes, because of windows and workers. */
const MAX_PAGE_BYTES = 256 * 1024 ** 2
/**
 * Threads of one process. A page has some 20 to 50, and one more for each worker. Workers that compute take their
 * share of the processors from everything else on the machine, so a page with hundreds of them would stop it.
 */
const MAX_THREADS = 150

/**
 * Bytes that the system lets one process allocate, for what a page takes between two checks: threads that allocate at
 * the same time take gigabytes in a second, in which this process may not get to check at all. Larger than what is
 * really in use, because it includes what is only reserved.
 */
export const MAX_ALLOCATED_BYTES = Math.max(2 * MAX_PROCESS_BYTES, 2 * 1024 ** 3)

export interface ProcessUsage extends Usage {
  pid: number
}

/** The process to end, and what it had too much of. */
export interface Greediest {
  pid: number
  tooMuch: 'memory' | 'threads'
  amount: number
}

/**
 * The process of a browser to end for what it takes, if any. Never the first, the browser itself: that would end
 * every page.
 */
export function greediest(processes: readonly ProcessUsage[], pages: number): Greediest | undefined {
  const sum = processes.reduce((all, { bytes }) => all + bytes, 0)
  const others = processes.slice(1)
  const busiest = others.find(({ threads }) => threads > MAX_THREADS)
  if (busiest) return { pid: busiest.pid, tooMuch: 'threads', amount: busiest.threads }
  const [largest] = others.sort((a, b) => b.bytes - a.bytes)
  if (!largest) return undefined
  const isTooMuch = largest.bytes >= MAX_PROCESS_BYTES || sum >= MAX_OWN_BYTES + pages * MAX_PAGE_BYTES
  return isTooMuch ? { pid: largest.pid, tooMuch: 'memory', amount: largest.bytes } : undefined
}
