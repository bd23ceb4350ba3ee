import { machineMemory } from '../machine-memory.ts'

/** Memory limit of one browser process in bytes: a page that exceeds it is ended before it takes everything. */
const MAX_PROCESS_BYTES = Math.min(1.25 * 1024 ** 3, machineMemory() / 4)
/** Memory limit of all its processes without pages, in bytes: Firefox takes 380 MB to show anything. */
const MAX_OWN_BYTES = Math.max(MAX_PROCESS_BYTES, 512 * 1024 ** 2)
/** The extra memory for each open page: some have several processes, because of windows and workers. */
const MAX_PAGE_BYTES = 256 * 1024 ** 2

export interface ProcessSize {
  pid: number
  bytes: number
}

/**
 * The process of a browser to end for its memory, if any. Never the first, the browser itself: that would end every
 * page.
 */
export function greediest(sizes: readonly ProcessSize[], pages: number): ProcessSize | undefined {
  const sum = sizes.reduce((all, { bytes }) => all + bytes, 0)
  const [largest] = sizes.slice(1).sort((a, b) => b.bytes - a.bytes)
  if (!largest) return undefined
  const isTooMuch = largest.bytes >= MAX_PROCESS_BYTES || sum >= MAX_OWN_BYTES + pages * MAX_PAGE_BYTES
  return isTooMuch ? largest : undefined
}
