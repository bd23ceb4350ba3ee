import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'

/** Makes the data directory, for its owner alone: it holds the store, the files and the secret. */
export function makeDataDir(dataDir: string) {
  if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(dataDir, 0o700)
}

/** Makes an empty file that its owner alone may read, where there is none. */
export function makePrivateFile(file: string) {
  // Never opened when it exists: closing it would drop the locks that SQLite holds on it in this process.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}
