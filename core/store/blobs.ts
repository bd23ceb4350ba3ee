import { statSync, unlinkSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { storageError } from './storage-error.ts'

/** Bytes by their SHA-256 in hex, on a disk or, another driver, in a bucket. What is stored never changes. */
export interface Blobs {
  /**
   * Stores bytes durably, or counts those that are there as used now. Throws ApiError `service_unavailable` (503)
   * when the disk is full or fails.
   */
  put(hash: string, bytes: Uint8Array): Promise<void>
  /** Gives the bytes as they are read, or undefined. Nothing is open before the first are asked for. */
  open(hash: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined>
  /** Those that have not been put since `before`, in epoch milliseconds. */
  unusedSince(before: number): AsyncIterable<string>
  /** Deletes one, unless it has been put again since `before`. */
  remove(hash: string, before: number): Promise<void>
}

/** Bytes read at a time. */
const CHUNK = 64 * 1024

/**
 * Blobs as files `ab/<hash>` of a directory. A file under its hash is whole: it is renamed to it when the disk has
 * it. `now` gives epoch milliseconds.
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
      return (await stat(path).catch(ignoreMissing)) && readLazily(path)
    },

    async *unusedSince(before) {
      for (const folder of (await readdir(directory).catch(ignoreMissing)) ?? []) {
        if (folder.length === 2) yield* filesBefore(join(directory, folder), before)
      }
      // What a killed process was writing.
      if (!(await stat(unfinished).catch(ignoreMissing))) return
      for await (const name of filesBefore(unfinished, before)) await rm(join(unfinished, name), { force: true })
    },

    async remove(hash, before) {
      const path = pathOf(hash)
      // In one go, so that no put comes between the look and the deletion.
      if (statSync(path).mtimeMs < before) unlinkSync(path)
    },
  }
}

/**
 * The bytes of a file as they are read. It is opened when the first are asked for and closed whatever happens then: a
 * body that nobody reads, as that of a HEAD request, holds nothing.
 */
function readLazily(path: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  let file: FileHandle | undefined
  const close = async () => {
    const opened = file
    file = undefined
    await opened?.close()
  }
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          file ??= await open(path, 'r')
          const chunk = new Uint8Array(CHUNK)
          const { bytesRead } = await file.read(chunk, 0, CHUNK)
          if (bytesRead > 0) return controller.enqueue(chunk.subarray(0, bytesRead))
          await close()
          controller.close()
        } catch (error) {
          await close()
          throw error
        }
      },
      cancel: close,
    },
    // Without it the first chunk is read, and the file opened, before anybody asks.
    { highWaterMark: 0 },
  )
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
