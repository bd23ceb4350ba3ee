import type { ContentOptions } from 'weirjs/schemas'
import type { Sniffed } from '../converted.ts'
import type { ReadBy } from '../read/read.ts'
import type { Captions } from '../service.ts'
import type * as onThread from './on-thread.ts'
import { copyOf, threadTask } from './task.ts'

const module = new URL('./on-thread.ts', import.meta.url)

/** What a thread is to read, and what reads it. */
export interface Reading {
  source: Sniffed
  options: ContentOptions
  by?: ReadBy
}

export const readTask = ({ source, ...rest }: Reading) => {
  const { url, headers } = source
  const body = copyOf(source.body)
  const given = { ...rest, source: { ...source, url: url.href, headers: [...headers], body } }
  return threadTask<typeof onThread.read>(module, 'read', given, [body])
}

export const lookTask = (page: Uint8Array) => {
  const body = copyOf(page)
  return threadTask<typeof onThread.look>(module, 'look', body, [body])
}

export const captionsTask = (captions: Captions) => {
  const body = copyOf(captions.body)
  return threadTask<typeof onThread.readCaptions>(module, 'readCaptions', { ...captions, body }, [body])
}
