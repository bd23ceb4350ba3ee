import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'

/** Milliseconds between two checks; a bomb grows by some 10 MB in this time. */
const PAUSE = 20
/** The same if each check starts a program. */
const LONG_PAUSE = 200

/**
 * Calls `exceeded` once, as soon as a process uses more than `bytes` of memory; returns a function that ends the
 * watch.
 */
export function watchMemory(pid: number, bytes: number, exceeded: () => void): () => void {
  const hasProc = existsSync('/proc/self/status')
  let timer: ReturnType<typeof setTimeout>
  let ended = false
  const next = () => {
    if (!ended) timer = setTimeout(look, hasProc ? PAUSE : LONG_PAUSE)
  }
  const look = async () => {
    const held = hasProc ? residentOf(pid) : await askResident(pid)
    if (held <= bytes) next()
    else if (!ended) exceeded()
  }
  void look()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

function residentOf(pid: number): number {
  try {
    const kibibytes = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kibibytes ?? 0) * 1024
  } catch {
    // The process has ended.
    return 0
  }
}

async function askResident(pid: number): Promise<number> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
    return Number(stdout.trim()) * 1024
  } catch {
    // The process has ended.
    return 0
  }
}
