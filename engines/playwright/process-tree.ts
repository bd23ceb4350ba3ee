import { readdir, readFile } from 'node:fs/promises'

/** A process of a browser, as Linux tells it. */
export interface ProcessInfo {
  pid: number
  parent: number
  /** Bytes in memory, those shared with others included. */
  resident: number
}

/** Bytes of a page of memory on every machine that runs these browsers; the kernel counts in it. */
const PAGE_BYTES = 4096

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
  return { pid: Number(pid), parent: Number(fields[1]), resident: Number(fields[21]) * PAGE_BYTES }
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
