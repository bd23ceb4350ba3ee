import { readdir, readFile } from 'node:fs/promises'

/** A process of a browser, as Linux reports it. */
export interface ProcessInfo {
  pid: number
  parent: number
}

/** A process and its descendants, itself first; empty if the system has no /proc. */
export const processTree = (root: number): Promise<ProcessInfo[]> => followTree(root)()

/**
 * Returns a process and its descendants on each call, reading only processes that are new since the previous call: a
 * machine has hundreds of others. Must be called often enough that no process number is reused in between.
 */
export function followTree(root: number): () => Promise<ProcessInfo[]> {
  let known = new Map<number, ProcessInfo>()
  return async () => {
    const names = await readdir('/proc').catch(() => [])
    const before = known
    const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
    const added = await Promise.all(pids.filter((pid) => !before.has(pid)).map(readProcess))
    const all = [...pids.map((pid) => before.get(pid)), ...added].filter((info) => info !== undefined)
    known = new Map(all.map((info) => [info.pid, info]))
    const tree = all.filter(({ pid }) => pid === root)
    for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid))
    return tree
  }
}

async function readProcess(pid: number): Promise<ProcessInfo | undefined> {
  const fields = await statOf(pid)
  return fields && { pid, parent: Number(fields[1]) }
}

/**
 * Processor time of a process and its descendants in milliseconds; 0 if the system has no /proc. Source:
 * proc_pid_stat(5), 100 ticks a second.
 */
export async function processorTimeOf(root: number): Promise<number> {
  const stats = await Promise.all((await processTree(root)).map(({ pid }) => statOf(pid)))
  return stats.reduce((sum, fields) => sum + 10 * Number(fields?.[11] ?? 0) + 10 * Number(fields?.[12] ?? 0), 0)
}

/**
 * The fields of a process's status from its state on; undefined if it has ended. Source: proc_pid_stat(5). The
 * command's name stands before them in brackets and may contain anything.
 */
async function statOf(pid: number): Promise<string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields.length < 22 ? undefined : fields
}

/** What a process has of the machine. */
export interface Usage {
  /** Private and shared memory, without the program's files, which all processes of a browser have in common. */
  bytes: number
  threads: number
}

/** What a process has now; nothing if it has ended. Source: proc_pid_status(5). */
export async function usageOf(pid: number): Promise<Usage> {
  const text = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)(?: kB)?$`, 'm').exec(text)?.[1] ?? 0)
  return { bytes: (field('RssAnon') + field('RssShmem')) * 1024, threads: field('Threads') }
}

/** Kills one process, which may be gone already. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}

/** Kills a browser with all its processes: it was started as the leader of its group. */
export function killBrowser(pid: number): void {
  killProcess(-pid)
  killProcess(pid)
}
