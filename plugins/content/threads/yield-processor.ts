import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * Gives this thread the lowest priority. Only Linux has priorities of threads, and raising one again takes
 * privileges, so it applies to the thread's whole life.
 */
export function yieldProcessor(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_LOW)
  } catch {
    // On other systems, or without the permission, all threads have the same priority.
  }
}
