import type { ContentOptions } from 'weirjs/schemas'
import { lookAt } from '../app-shell/is-script-shell.ts'
import type { Sniffed } from '../converted.ts'
import { type ReadBy, readSource } from '../read/read.ts'
import { readCaptionFile } from '../transcript/said.ts'
import type { Bytes } from './task.ts'
import { type WrittenConverted, writeConverted } from './written-converted.ts'

/** Where these functions are, for the tasks that name them. */
export const module = new URL(import.meta.url)

/** What a thread is to read, as messages carry it. */
export interface PackedReading {
  source: Omit<Sniffed, 'url' | 'headers' | 'body'> & { url: string; headers: [string, string][]; body: Bytes }
  options: ContentOptions
  by?: ReadBy
}

/** Converts a page or document. */
export async function read({ source, options, by }: PackedReading): Promise<WrittenConverted> {
  const { url, headers } = source
  return writeConverted(await readSource({ ...source, url: new URL(url), headers: new Headers(headers) }, options, by))
}

/** Looks at what a page shows. */
export const look = (page: Bytes) => lookAt(page)

/** Reads a file of captions. */
export const readCaptions = ({ body, type, language }: { body: Bytes; type: string | null; language?: string }) =>
  readCaptionFile(body, type, language)
