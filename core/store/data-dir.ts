import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The permission bits of other users in a file mode. */
const OTHERS = 0o077

/** Creates the data directory, accessible only to its owner: it holds the store, the files and the secret. */
export function makeDataDir(dataDir: string) {
  if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(dataDir, 0o700)
  else makePrivate(dataDir, 0o700)
}

/** Creates a temporary data directory, which is deleted when the process ends, if not before. */
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

/** Whether other users can look into a data directory: if it belongs to another user, its mode cannot be changed. */
export const isOpenToOthers = (dataDir: string) =>
  process.platform !== 'win32' && (statSync(dataDir).mode & OTHERS) !== 0

/** Removes the permissions of other users. If we may not change the mode, it stays. */
function makePrivate(path: string, mode: number) {
  if ((statSync(path).mode & OTHERS) === 0) return
  try {
    chmodSync(path, mode)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

/** Creates an empty file that only its owner can read; an existing one gets that mode. */
export function makePrivateFile(file: string) {
  // An existing file is never opened: closing it would drop the locks that SQLite holds on it in this process.
  if (existsSync(file)) makePrivate(file, 0o600)
  else closeSync(openSync(file, 'a', 0o600))
}
