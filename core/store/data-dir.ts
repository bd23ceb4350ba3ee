import { chmodSync, mkdirSync } from 'node:fs'

/** Makes the data directory, for its owner alone: it holds the store, the files and the secret. */
export function makeDataDir(dataDir: string) {
  if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) === undefined) return
  // What `mkdir` makes is narrowed by the process's umask, never wider than asked for, yet parents may differ.
  chmodSync(dataDir, 0o700)
}
