import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = '/sys/fs/cgroup'
/** The period, in microseconds, to which the share of a group applies. */
const PERIOD = 10_000

/**
 * Creates a cgroup whose processes get at most a share of one core: each group then represents a machine, and leaves
 * the rest to what all of them use. Needs root, and cgroups of either version. Sources: cgroup-v2.rst and
 * sched-bwc.rst of the kernel's documentation.
 */
export function openCoreShare(share: number, name: string) {
  const quota = Math.round(share * PERIOD)
  const isFirstVersion = existsSync(join(ROOT, 'cpu/cpu.cfs_quota_us'))
  const group = join(ROOT, isFirstVersion ? 'cpu' : '', `weir-bench-${process.pid}-${name}`)
  const set = (setting: string, value: string) => writeFileSync(join(group, setting), value)
  if (!isFirstVersion) writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+cpu')
  mkdirSync(group)
  // The highest weights: other processes do not take the share of a machine.
  if (isFirstVersion) {
    set('cpu.cfs_period_us', `${PERIOD}`)
    set('cpu.cfs_quota_us', `${quota}`)
    set('cpu.shares', '262144')
  } else {
    set('cpu.max', `${quota} ${PERIOD}`)
    set('cpu.weight', '10000')
  }
  return {
    add: (pid: number) => set('cgroup.procs', `${pid}`),
    async close() {
      // A process that has just ended may still be in the group.
      while (readFileSync(join(group, 'cgroup.procs'), 'utf8') !== '') await Bun.sleep(10)
      rmdirSync(group)
    },
  }
}
