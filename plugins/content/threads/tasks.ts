import type { ContentOptions } from 'weirjs/schemas'
import type { lookAt } from '../app-shell/is-script-shell.ts'
import type { Sniffed } from '../converted.ts'
import type { ReadBy, readPacked } from '../read/read.ts'
import type { Captions } from '../service.ts'
import type { readCaptionFile } from '../transcript/said.ts'
import { copyOf, threadTask } from './task.ts'

const reading = new URL('../read/read.ts', import.meta.url)
const looking = new URL('../app-shell/is-script-shell.ts', import.meta.url)
const captioning = new URL('../transcript/said.ts', import.meta.url)

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
  return threadTask<typeof readPacked>(reading, 'readPacked', given, [body])
}

export const lookTask = (page: Uint8Array) => {
  const body = copyOf(page)
  return threadTask<typeof lookAt>(looking, 'lookAt', body, [body])
}

export const captionsTask = (captions: Captions) => {
  const body = copyOf(captions.body)
  return threadTask<typeof readCaptionFile>(captioning, 'readCaptionFile', { ...captions, body }, [body])
}
