import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CopyFailure } from '../failure.ts'
import { MissingError, type Place } from './place.ts'

/** A folder of this machine, which only its owner may read. */
export function folderPlace(path: string): Place {
  const folder = resolve(path)
  const removeEmptyAbove = async (name: string) => {
    try {
      for (let above = dirname(name); above !== '.'; above = dirname(above)) await rmdir(join(folder, above))
    } catch {
      // It has other files.
    }
  }
  return {
    name: folder,

    isEmpty: () =>
      readdir(folder).then(
        (names) => names.length === 0,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return true
          throw error
        },
      ),

    async write(name, chunks) {
      const file = join(folder, name)
      const unfinished = `${file}.part`
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      // Where there is one already, it is another process's.
      const handle = await open(unfinished, 'wx', 0o600)
      try {
        try {
          for await (const chunk of chunks) await handle.writeFile(chunk)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(unfinished, file)
      } catch (error) {
        await rm(unfinished, { force: true })
        await removeEmptyAbove(name)
        // When a write fails, the system reports the reason but not the file.
        const { syscall, path: named, message } = error as NodeJS.ErrnoException
        throw syscall && !named ? new CopyFailure(`${file} cannot be written: ${message}`, { cause: error }) : error
      }
    },

    async remove(name) {
      await rm(join(folder, name), { force: true })
      await removeEmptyAbove(name)
    },

    async *read(name) {
      try {
        yield* createReadStream(join(folder, name))
      } catch (error) {
        // Instead of the folder there may be a file.
        if (!/^(?:ENOENT|ENOTDIR)$/.test(`${(error as NodeJS.ErrnoException).code}`)) throw error
        throw new MissingError(`${name} is missing in ${folder}`, { cause: error })
      }
    },
  }
}
