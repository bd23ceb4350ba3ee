import { findBlock } from 'weirjs'
import { type ContentFormat, contentFormats } from 'weirjs/schemas'
import { isScriptShell } from '../../../plugins/content/app-shell/is-script-shell.ts'
import { type Extract, type Hints, Unreadable } from '../../../plugins/content/document-model.ts'
import { read } from '../../../plugins/content/read/read.ts'
import { sniff } from '../../../plugins/content/sniff/sniff.ts'
import { extractorOf } from '../../../plugins/documents/extractor-of.ts'
import { type ExtractorName, extractors } from '../../../plugins/documents/extractors.ts'
import { contentOptions } from '../../plugins/content/options.ts'
import { type Construction, countFor, encode, type Options, type SiteAnswer, type Yield } from './construction.ts'

const SITE = 'https://hostile.example/folder/page'

/** What is asked for of an answer, where that is not everything. */
export interface Wanted {
  options?: Options
  formats?: readonly ContentFormat[]
  /** Of the file in its address, where it has one. */
  extension?: string
}

/** An answer of a website in all formats, in this process: what threads and children would do. */
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

/** The same of a text that is repeated. */
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
  const source = { url, headers, body, ...sniff(body, headers.get('content-type'), url) }
  if (source.parserName === 'html') {
    findBlock({ status: 200, headers, body })
    isScriptShell(body)
  }
  const options = contentOptions({ pageLinks: true, ...wanted.options }, ...(wanted.formats ?? contentFormats))
  const extractor = extractorOf(source)
  const written = extractor && (await extract(extractor, body, { mime: source.mime, url: url.href }))
  const converted = await read(source, options, written)
  const sizes = Object.fromEntries(Object.entries(converted).map(([name, value]) => [name, lengthOf(value)]))
  return { sizes, readBytes: written?.length }
}

/** What the process that reads documents would answer. */
async function extract(name: ExtractorName, body: Uint8Array, hints: Hints): Promise<string> {
  const module: { extract: Extract } = await extractors[name]()
  try {
    return JSON.stringify({ extracted: await module.extract(body, hints) })
  } catch (error) {
    // Whatever else it throws is told as a damaged document.
    throw error instanceof Unreadable ? error : new Unreadable('damaged', String(error), { cause: error })
  }
}

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0)
