import { describeError, type Log } from '../log.ts'
import type { Files } from './files.ts'

/** Milliseconds from the start to the first sweep, and between two. */
const FIRST = 60_000
const EVERY = 3_600_000

/** Sweeps the files now and then, until it is closed. */
export function createFilesSweeper(files: Pick<Files, 'sweep'>, log: Log) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let sweeping: Promise<void> = Promise.resolve()
  let closed = false

  async function sweep() {
    try {
      await files.sweep()
    } catch (error) {
      log.warn('Unused files could not be deleted yet', { cause: describeError(error) })
    }
    if (!closed) schedule(EVERY)
  }
  function schedule(wait: number) {
    timer = setTimeout(() => {
      sweeping = sweep()
    }, wait)
    timer.unref?.()
  }

  schedule(FIRST)
  return {
    /** Lets a sweep end that is under way. */
    async close() {
      closed = true
      clearTimeout(timer)
      await sweeping
    },
  }
}
