import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What others than the owner may do, of a file's mode. */
const OTHERS = 0o077

/** Makes the data directory, for its owner alone: it holds the store, the files and the secret. */
export function makeDataDir(dataDir: string) {
  if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(dataDir, 0o700)
  else makePrivate(dataDir, 0o700)
}

/** Makes a data directory for a while: it goes with the process where that ends before it is removed. */
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
 * Whether others than its owner may look into a data directory, as where it is another user's and its mode cannot be
 * set.
 */
export const isOpenToOthers = (dataDir: string) =>
  process.platform !== 'win32' && (statSync(dataDir).mode & OTHERS) !== 0

/** Takes from others what they may do. Where it is not ours to change it stays as it is. */
function makePrivate(path: string, mode: number) {
  if ((statSync(path).mode & OTHERS) === 0) return
  try {
    chmodSync(path, mode)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

/** Makes an empty file that its owner alone may read; where there is one, it is made so. */
export function makePrivateFile(file: string) {
  // Never opened when it exists: closing it would drop the locks that SQLite holds on it in this process.
  if (existsSync(file)) makePrivate(file, 0o600)
  else closeSync(openSync(file, 'a', 0o600))
}
