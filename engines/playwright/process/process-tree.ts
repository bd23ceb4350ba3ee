import { readdir, readFile } from 'node:fs/promises'

/** A process of a browser, as Linux tells it. */
export interface ProcessInfo {
  pid: number
  parent: number
}

/** A process and its descendants, itself first; empty where the system has no /proc. */
export async function processTree(root: number): Promise<ProcessInfo[]> {
  const names = await readdir('/proc').catch(() => [])
  const all = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readProcess))
  const known = all.filter((info) => info !== undefined)
  const tree = known.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...known.filter(({ parent }) => parent === pid))
  return tree
}

/** Source: proc_pid_stat(5). The command's name stands in brackets and may hold anything. */
async function readProcess(pid: string): Promise<ProcessInfo | undefined> {
  // It may have ended since its name was read.
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 22) return undefined
  return { pid: Number(pid), parent: Number(fields[1]) }
}

/**
 * Bytes in memory that a process has for itself or shares on purpose, without the program's files, which all its
 * processes have in common. 0 for one that has ended. Source: proc_pid_status(5).
 */
export async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0)
  return (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024
}

/** Ends one process. That it is gone already is no matter. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}

/** Ends a browser with all its processes: it was started as the first of its group. */
export function killBrowser(pid: number): void {
  killProcess(-pid)
  killProcess(pid)
}
