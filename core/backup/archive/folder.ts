import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CopyFailure } from '../failure.ts'
import { MissingError, type Place } from './place.ts'

/** A folder of this machine, which only its owner may read. */
export function folderPlace(path: string): Place {
  const folder = resolve(path)
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
      try {
        const handle = await open(unfinished, 'wx', 0o600)
        try {
          for await (const chunk of chunks) await handle.writeFile(chunk)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(unfinished, file)
      } catch (error) {
        await rm(unfinished, { force: true })
        // When a write fails, the system reports the reason but not the file.
        const { syscall, path: named, message } = error as NodeJS.ErrnoException
        throw syscall && !named ? new CopyFailure(`${file} cannot be written: ${message}`, { cause: error }) : error
      }
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
