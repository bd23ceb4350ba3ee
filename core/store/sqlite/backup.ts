import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { makePrivateFile } from '../data-dir.ts'

/**
 * Writes a consistent copy of the SQLite file to `to`, while it is in use. The copy is whole or not there.
 * Throws when `to` exists.
 */
export async function backUp(file: string, to: string) {
  if (existsSync(to)) throw new Error('The file for the backup exists already: choose another')
  const unfinished = `${to}.part`
  await rm(unfinished, { force: true })
  makePrivateFile(unfinished)
  try {
    await copy(file, unfinished)
    // SQLite leaves it to the caller to have the copy on the disk.
    const copied = await open(unfinished, 'r+')
    await copied.sync().finally(() => copied.close())
    await rename(unfinished, to)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function copy(file: string, to: string) {
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), { type: 'module' })
  try {
    await new Promise<void>((resolve, reject) => {
      worker.onmessage = ({ data: failure }: MessageEvent<string | null>) =>
        failure === null ? resolve() : reject(new Error(`The backup failed: ${failure}`))
      worker.onerror = ({ message }) => reject(new Error(`The backup failed: ${message}`))
      worker.postMessage({ file, to })
    })
  } finally {
    worker.terminate()
  }
}
