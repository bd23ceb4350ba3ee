import { totalmem } from 'node:os'
import process from 'node:process'

/** Memory available to this service in bytes: that of the machine, or of the container or unit that it runs in. */
export function machineMemory(machine = totalmem(), limit = process.constrainedMemory?.() ?? 0): number {
  // Without a limit, some runtimes report 0, and others more than any machine has.
  return limit > 0 ? Math.min(machine, limit) : machine
}
