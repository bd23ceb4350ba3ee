import type { Tx } from '../../store/index.ts'
import { reopenPartition, wakePartitionsOfHost } from '../store/statements/partitions.ts'
import type { JobRow } from '../store/tables.ts'
import { hostLimits } from './host-limits.ts'
import type { SchedulePorts } from './schedule.ts'

/**
 * Gives the permits back of items at these hosts, and has those jobs looked at that waited for one: soon, in
 * transactions of their own, as two that wait for each other's rows would never end. Hosts are locked in their order
 * for the same reason. Items without a host have none.
 */
export async function leaveHosts({ clock, alarm }: SchedulePorts, tx: Tx, { n }: JobRow, hosts: readonly string[]) {
  const now = clock.now()
  for (const host of [...new Set(hosts)].sort()) {
    if (host === '') continue
    await hostLimits.release(tx, host, hosts.filter((one) => one === host).length)
    // This job is scheduled with the rest of what happens to it.
    await tx.run(reopenPartition, n, host)
    if ((await tx.run(wakePartitionsOfHost, now, host, n)) > 0) tx.after(() => alarm(now))
  }
}
