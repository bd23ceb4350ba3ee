import { findBlock } from 'weirjs'
import { type ContentFormat, contentFormats } from 'weirjs/schemas'
import { inspectPage } from '../../../plugins/content/app-shell/is-script-shell.ts'
import type { Sniffed } from '../../../plugins/content/converted.ts'
import { Unreadable } from '../../../plugins/content/document-model.ts'
import { readSource } from '../../../plugins/content/read/read.ts'
import { sniff } from '../../../plugins/content/sniff/sniff.ts'
import { contentOptions } from '../../plugins/content/options.ts'
import { readHere, written } from '../../plugins/content/read-here.ts'
import { type Construction, countFor, encode, type Options, type SiteAnswer, type Yield } from './construction.ts'

const SITE = 'https://hostile.example/folder/page'

/** What is requested of a response, if not everything. */
export interface Wanted {
  options?: Options
  formats?: readonly ContentFormat[]
  /** The extension of the file in the URL, if any. */
  extension?: string
}

/** Converts a response of a website to all formats in this process, as threads and child processes do. */
export function content(
  name: string,
  count: number,
  answer: (count: number) => SiteAnswer,
  wanted: Wanted = {},
): Construction {
  return {
    name,
    count,
    answer,
    prepare(size) {
      const { body, headers } = answer(size)
      return { inputBytes: body.byteLength, run: () => convertAll(body, new Headers(headers), wanted) }
    },
  }
}

/** The same for a repeated text. */
export function text(name: string, type: string, make: (count: number) => string, wanted?: Wanted): Construction {
  return content(
    name,
    countFor(make),
    (count) => ({ headers: { 'content-type': type }, body: encode(make(count)) }),
    wanted,
  )
}

export const page = (name: string, make: (count: number) => string, wanted?: Wanted): Construction =>
  text(name, 'text/html; charset=utf-8', make, wanted)

async function convertAll(body: Uint8Array, headers: Headers, wanted: Wanted): Promise<Yield> {
  const url = new URL(SITE + (wanted.extension ?? ''))
  const source = { url, headers, body, ...sniff({ url, headers, body }) }
  if (source.parserName === 'html') {
    findBlock({ status: 200, headers, body })
    inspectPage(body)
  }
  const options = contentOptions({ pageLinks: true, ...wanted.options }, ...(wanted.formats ?? contentFormats))
  const document = await writtenOf(source)
  const converted =
    document === undefined ? await readHere(source, options) : await readSource(source, options, { written: document })
  const sizes = Object.fromEntries(Object.entries(converted).map(([name, value]) => [name, lengthOf(value)]))
  return { sizes, readBytes: document?.length }
}

/** What the process that reads documents would write; it reports other errors as a damaged document. */
const writtenOf = (source: Sniffed) =>
  written(source).catch((error) => {
    throw error instanceof Unreadable ? error : new Unreadable('damaged', String(error), { cause: error })
  })

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0)
