import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * Puts this thread behind others that want the processor: it gets a tenth of what one of them does. With the least
 * that there is it would not even start, where browsers keep the processor busy. Only Linux knows priorities of
 * threads; and as none is raised again without privileges, it is for the whole life of the thread.
 */
export function yieldProcessor(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Another system, or no right to: then all threads are equal.
  }
}
