import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary file: it is written while another part is sent, and sent after it. */
export interface Spool {
  write(bytes: Uint8Array | string): Promise<void>
  /** Reads all that was written. */
  read(): AsyncIterable<Uint8Array>
}

/** Temporary files, which are deleted together. */
export interface Spools extends AsyncDisposable {
  open(name: string): Promise<Spool>
}

export function createSpools(): Spools {
  let folder: Promise<string> | undefined
  return {
    async open(name) {
      folder ??= mkdtemp(join(tmpdir(), 'weir-archive-'))
      const path = join(await folder, name)
      // Creates the file even if nothing is written to it.
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
