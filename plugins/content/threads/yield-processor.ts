import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * Puts this thread behind all others that want the processor. Only Linux knows priorities of threads; and as none is
 * raised again without privileges, it is for the whole life of the thread.
 */
export function yieldProcessor(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_LOW)
  } catch {
    // On other systems, or without the permission, all threads have the same priority.
  }
}
