import { machineMemory } from '../machine-memory.ts'

/** Bytes that one process of a browser may have in memory: a page that takes more is ended before it takes all. */
const MAX_PROCESS_BYTES = Math.min(1.25 * 1024 ** 3, machineMemory() / 4)
/** Bytes that all its processes may have beside its pages: a Firefox takes 380 MB to show anything. */
const MAX_OWN_BYTES = Math.max(MAX_PROCESS_BYTES, 512 * 1024 ** 2)
/** And for each page that is open: some have several processes, by windows and workers. */
const MAX_PAGE_BYTES = 256 * 1024 ** 2

export interface ProcessSize {
  pid: number
  bytes: number
}

/**
 * The process of a browser that is to be ended for its memory, if any. The first one is the browser's own, which is
 * left alone: ending it would end every page.
 */
export function greediest(sizes: readonly ProcessSize[], pages: number): ProcessSize | undefined {
  const sum = sizes.reduce((all, { bytes }) => all + bytes, 0)
  const [largest] = sizes.slice(1).sort((a, b) => b.bytes - a.bytes)
  if (!largest) return undefined
  const isTooMuch = largest.bytes >= MAX_PROCESS_BYTES || sum >= MAX_OWN_BYTES + pages * MAX_PAGE_BYTES
  return isTooMuch ? largest : undefined
}
