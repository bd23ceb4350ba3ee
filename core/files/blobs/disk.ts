import { statSync, unlinkSync } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { storageError } from '../../store/storage-error.ts'
import { lazyStream } from './lazy-stream.ts'
import type { Blobs } from './port.ts'

/** Bytes per read. */
const CHUNK = 64 * 1024

/**
 * Blobs as files `ab/<hash>` of a directory. A file under its hash is complete: it is renamed only once it is on
 * disk. `now` returns epoch milliseconds.
 */
export function diskBlobs(directory: string, now: () => number): Blobs {
  const pathOf = (hash: string) => join(directory, hash.slice(0, 2), hash)
  const unfinished = join(directory, 'unfinished')

  const touch = (path: string) => {
    const seconds = now() / 1000
    return utimes(path, seconds, seconds)
  }

  async function write(path: string, bytes: Uint8Array) {
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    const temporary = join(unfinished, crypto.randomUUID())
    try {
      const file = await open(temporary, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await touch(temporary)
      if (await mkdir(dirname(path), { recursive: true, mode: 0o700 })) await syncDirectory(directory)
      await rename(temporary, path)
      await syncDirectory(dirname(path))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  async function* filesBefore(folder: string, before: number) {
    for (const name of await readdir(folder)) {
      const found = await stat(join(folder, name)).catch(ignoreMissing)
      if (found && found.mtimeMs < before) yield name
    }
  }

  return {
    kind: 'disk',
    async put(hash, bytes) {
      const path = pathOf(hash)
      try {
        if (await touch(path).then(() => true, ignoreMissing)) return
        await write(path, bytes)
      } catch (error) {
        const full = isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT')
        throw storageError(full ? 'storage_full' : 'storage_unavailable', error)
      }
    },

    async open(hash) {
      const path = pathOf(hash)
      return (await stat(path).catch(ignoreMissing)) && lazyStream(() => read(path))
    },

    async *unusedSince(before) {
      for (const folder of (await readdir(directory).catch(ignoreMissing)) ?? []) {
        if (folder.length === 2) yield* filesBefore(join(directory, folder), before)
      }
      // Left over from a process that was killed while writing.
      if (!(await stat(unfinished).catch(ignoreMissing))) return
      for await (const name of filesBefore(unfinished, before)) await rm(join(unfinished, name), { force: true })
    },

    async remove(hash, before) {
      const path = pathOf(hash)
      // Synchronous, so that no put comes between the check and the deletion.
      if (statSync(path).mtimeMs < before) unlinkSync(path)
    },

    // The disk space of the whole data directory is checked elsewhere.
    async check() {
      try {
        await access(directory, constants.W_OK).catch(ignoreMissing)
        return undefined
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        return {
          reason: `${directory} cannot be written (${code})`,
          remedy: 'Change its owner to the one that the service runs as',
        }
      }
    },
  }
}

/** The bytes of a file, as a stream. */
async function* read(path: string) {
  const file = await open(path, 'r')
  try {
    for (;;) {
      const chunk = new Uint8Array(CHUNK)
      const { bytesRead } = await file.read(chunk, 0, CHUNK)
      if (bytesRead === 0) return
      yield chunk.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** Flushes a directory's entries to disk. */
async function syncDirectory(directory: string) {
  const handle = await open(directory, 'r')
  await handle.sync().finally(() => handle.close())
}

const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code

function ignoreMissing(error: unknown): undefined {
  if (!isCode(error, 'ENOENT')) throw error
}
