import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file of the moment: what is written while something else is sent, to be sent behind it. */
export interface Spool {
  write(bytes: Uint8Array | string): Promise<void>
  /** All that was written. */
  read(): AsyncIterable<Uint8Array>
}

/** Files of the moment, which go all together. */
export interface Spools extends AsyncDisposable {
  open(name: string): Promise<Spool>
}

export function createSpools(): Spools {
  let folder: Promise<string> | undefined
  return {
    async open(name) {
      folder ??= mkdtemp(join(tmpdir(), 'weir-archive-'))
      const path = join(await folder, name)
      // It is there also where nothing is written.
      await appendFile(path, '', { mode: 0o600 })
      return {
        write: (bytes) => appendFile(path, bytes),
        read: () => createReadStream(path),
      }
    },
    async [Symbol.asyncDispose]() {
      if (folder) await rm(await folder, { recursive: true, force: true })
    },
  }
}
