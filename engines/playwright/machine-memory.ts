import { totalmem } from 'node:os'
import process from 'node:process'

/** Bytes of memory that this service may take: those of the machine, or of the container or unit that it runs in. */
export function machineMemory(machine = totalmem(), limit = process.constrainedMemory?.() ?? 0): number {
  // Where there is no limit some runtimes say 0, and others more than any machine has.
  return limit > 0 ? Math.min(machine, limit) : machine
}
