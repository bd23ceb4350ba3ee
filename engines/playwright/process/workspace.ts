import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for what browsers write: profiles, caches, downloads. */
export interface Workspace {
  /** The folder, which is made again where it was cleared: people and systems do so with what looks forgotten. */
  folder(): string
  remove(): Promise<void>
}

const PREFIX = 'weir-browser-'
const ownFolders = new Set<string>()

/** Makes a folder that only this user may enter, and wipes those of processes that are gone. */
export function createWorkspace(): Workspace {
  const parent = tmpdir()
  removeAbandoned(parent)
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
  ownFolders.add(folder)
  return {
    folder() {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return folder
    },
    async remove() {
      ownFolders.delete(folder)
      // A browser that was just killed may still be writing.
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

/** A process that was killed left its browsers' profiles, some 40 MB each. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? []
    const folder = join(parent, name)
    // In a container the process before had this one's number.
    const abandoned = Number(pid) === process.pid ? !ownFolders.has(folder) : !isAlive(Number(pid))
    if (pid && abandoned) rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether there is a process of this number, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
