import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * Lowers the priority of this thread to a tenth of the CPU time of others. With the lowest priority it would not even
 * start while browsers keep the processor busy. Only Linux has priorities of threads. They cannot be raised again
 * without privileges, so this holds for the rest of the thread's life.
 */
export function yieldProcessor(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // On other systems, or without the permission, all threads have the same priority.
  }
}
