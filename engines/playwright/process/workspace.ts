import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError } from 'weirjs'

/** A folder for the files that browsers write: profiles, caches, downloads. */
export interface Workspace {
  /** The folder, recreated if it was removed: people and systems clean up what looks forgotten. */
  folder(): string
  remove(): Promise<void>
}

const PREFIX = 'weir-browser-'
/** Milliseconds between marks that a folder is in use, and after which an unmarked one counts as abandoned. */
const SIGN_INTERVAL = 10 * 60_000
const FORGOTTEN = 60 * 60_000
const ownFolders = new Set<string>()

/**
 * Creates a folder that only this user may enter, and removes this user's folders of processes that are gone. Throws
 * ApiError `engine_unavailable` if no folder can be created.
 */
export function createWorkspace(): Workspace {
  const folder = makeFolder()
  ownFolders.add(folder)
  const signs = setInterval(() => {
    const now = new Date()
    utimes(folder, now, now).catch(() => {})
  }, SIGN_INTERVAL)
  signs.unref()
  return {
    folder() {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return folder
    },
    async remove() {
      clearInterval(signs)
      ownFolders.delete(folder)
      // A browser that was just killed may still be writing.
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

function makeFolder(): string {
  const parent = tmpdir()
  const namespace = pidNamespace()
  try {
    removeAbandoned(parent, namespace)
    return mkdtempSync(join(parent, `${PREFIX}${process.pid}-${namespace}-`))
  } catch (cause) {
    const reason = 'the folder of temporary files cannot be written'
    const remedy = 'Set TMPDIR to a folder that this user may write, and that has room'
    throw new ApiError(
      'engine_unavailable',
      `No browser can start: ${reason}. ${remedy}`,
      { reason, remedy },
      { cause },
    )
  }
}

/**
 * The namespace in which process numbers are valid, as the system names it: a container that shares the temporary
 * files has numbers of its own. Empty if there is only one. Source: pid_namespaces(7).
 */
export function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? ''
  } catch {
    return ''
  }
}

/** The names of workspaces, with the process and its namespace. */
const NAMED = new RegExp(`^${PREFIX}(\\d+)-(?:(\\d*)-)?`)

/** If a process of this user was killed, it left its browsers' profiles, some 40 MB each. */
function removeAbandoned(parent: string, namespace: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid, itsNamespace] = NAMED.exec(name) ?? []
    if (pid === undefined) continue
    const folder = join(parent, name)
    const info = lstatSync(folder, { throwIfNoEntry: false })
    if (!info || (process.getuid && info.uid !== process.getuid())) continue
    const isInUse = itsNamespace === namespace ? hasOwner(folder, Number(pid)) : Date.now() - info.mtimeMs < FORGOTTEN
    if (isInUse) continue
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // A browser that was just killed may still be writing. The next workspace removes what is left.
    }
  }
}

/** In a container, the previous process may have had the same number as this one. */
const hasOwner = (folder: string, pid: number) => (pid === process.pid ? ownFolders.has(folder) : isAlive(pid))

/** Whether there is a process with this number, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
