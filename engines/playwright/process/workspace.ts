import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for what browsers write: profiles, caches, downloads. */
export interface Workspace {
  readonly folder: string
  /** Runs something that makes its temporary files where the environment says, so that they are made here. */
  within<T>(start: () => Promise<T>): Promise<T>
  remove(): Promise<void>
}

const PREFIX = 'weir-browser-'
const ownFolders = new Set<string>()
/** The environment is one for the whole process, so browsers start one after another. */
let lastStart: Promise<unknown> = Promise.resolve()

/** Makes a folder that only this user may enter, and wipes those of processes that are gone. */
export function createWorkspace(): Workspace {
  const parent = tmpdir()
  removeAbandoned(parent)
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
  ownFolders.add(folder)
  return {
    folder,
    within(start) {
      const begun = lastStart.then(async () => {
        // Systems and people clear temporary folders that look forgotten, and a server runs for long.
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        const before = process.env.TMPDIR
        process.env.TMPDIR = folder
        try {
          return await start()
        } finally {
          if (before === undefined) delete process.env.TMPDIR
          else process.env.TMPDIR = before
        }
      })
      lastStart = begun.catch(() => {})
      return begun
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
