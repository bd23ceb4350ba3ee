import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The bits of a file's mode that grant access to anybody but the owner. */
const OTHERS = 0o077

/** Creates the data directory, which only its owner may read: it holds the store, the files and the secret. */
export function makeDataDir(dataDir: string) {
  if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(dataDir, 0o700)
  else makePrivate(dataDir, 0o700)
}

/**
 * Creates a temporary data directory. If the process ends before `remove` is called, the directory is deleted then.
 */
export async function makeTemporaryDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'weir-'))
  const options = { recursive: true, force: true }
  const drop = () => rmSync(dataDir, options)
  process.once('exit', drop)
  return {
    dataDir,
    async remove() {
      await rm(dataDir, options)
      process.off('exit', drop)
    },
  }
}

/**
 * Whether anybody but its owner may access a data directory, for example because another user owns it and its mode
 * cannot be changed.
 */
export const isOpenToOthers = (dataDir: string) =>
  process.platform !== 'win32' && (statSync(dataDir).mode & OTHERS) !== 0

/** Removes the access of everybody but the owner. A mode that this user may not change stays as it is. */
function makePrivate(path: string, mode: number) {
  if ((statSync(path).mode & OTHERS) === 0) return
  try {
    chmodSync(path, mode)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

/** Creates an empty file that only its owner may read. The mode of an existing file is set the same way. */
export function makePrivateFile(file: string) {
  // An existing file is never opened: closing it would drop the locks that SQLite holds on it in this process.
  if (existsSync(file)) makePrivate(file, 0o600)
  else closeSync(openSync(file, 'a', 0o600))
}
