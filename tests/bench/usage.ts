import { readdirSync, readFileSync } from 'node:fs'

/** Bytes of memory of a process tree, with proportional shares of shared pages. Source: proc_pid_smaps(5). */
export function memoryOf(root: number): number {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const stat = read(`/proc/${pid}/stat`)
      return stat === ''
        ? []
        : [{ pid: Number(pid), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }]
    })
  const tree = [root]
  for (const pid of tree) for (const { pid: child, parent } of parents) if (parent === pid) tree.push(child)
  const kilobytes = tree.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0))
  return kilobytes.reduce((sum, one) => sum + one, 0) * 1024
}

/** Resident bytes of one process, which are quick to read. Source: proc_pid_statm(5). */
export const residentOf = (pid: number): number => Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * 4096

/** CPU seconds of a process. Source: proc_pid_stat(5); a tick is 10 ms. */
export function cpuOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) / 100
}

/** Empty if the process has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
