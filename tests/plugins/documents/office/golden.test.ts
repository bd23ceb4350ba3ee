import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { ApiError } from 'weirjs'
import type { ContentFormat } from 'weirjs/schemas'
import type { Converted } from '../../../../plugins/content/converted.ts'
import { Unreadable } from '../../../../plugins/content/document-model.ts'
import { sniff } from '../../../../plugins/content/sniff/sniff.ts'
import { convert } from '../../content/convert.ts'
import { contentOptions } from '../../content/options.ts'
import { readHere } from '../../content/read-here.ts'
import { golden } from './golden/index.ts'

// Each document needs a process, on a machine that may be busy.
setDefaultTimeout(60_000)

const folder = `${import.meta.dir}/files`
const formats: ContentFormat[] = ['markdown', 'html', 'text', 'json', 'structured', 'links']
const options = contentOptions({}, ...formats)
/** Neither the address nor the server declares the type. */
const url = new URL('https://files.example/download?id=1')
const bytesOf = (file: string) => new Uint8Array(readFileSync(`${folder}/${file}`))

/** Reads a file like the service, but without a separate process. */
const read = async (file: string): Promise<Converted> => {
  const source = { url, headers: new Headers(), body: bytesOf(file) }
  return readHere({ ...source, ...sniff(source) }, options)
}

const parserOf = (file: string) =>
  /\.(xls.?|ods|ots)$/.test(file) ? 'spreadsheet' : /\.(ppt.?|odp)$/.test(file) ? 'slides' : 'document'

describe('the golden documents', () => {
  test('have one entry for each file and are smaller than 50 kB', () => {
    expect(golden.map(({ file }) => file).sort()).toEqual(readdirSync(folder).sort())
    expect(golden.filter(({ file }) => bytesOf(file).length > 50_000)).toEqual([])
  })

  test.each(golden.filter(({ refused }) => refused === undefined))(
    '$file is read ($from: $tries)',
    async (document) => {
      const { file, says = [], never = [], json, links, pages, date } = document
      const converted = await read(file)
      const { markdown, html, text, metadata, parserName, contentSource } = converted
      expect([parserName, contentSource]).toEqual(
        parserOf(file) === 'spreadsheet' ? ['spreadsheet', 'data'] : [parserOf(file), 'document'],
      )
      for (const part of says) expect(markdown).toContain(part)
      const all = [markdown, html, text, JSON.stringify(converted.json)].join('\n')
      for (const part of never) expect(all).not.toContain(part)
      for (const field of ['title', 'author', 'language'] as const) {
        if (document[field] !== undefined) expect([field, metadata[field]]).toEqual([field, document[field]])
      }
      if (json !== undefined) expect(JSON.parse(JSON.stringify(converted.json))).toEqual(json)
      if (links !== undefined) expect(converted.links).toEqual([...links])
      if (pages !== undefined) expect(converted.pageCount).toBe(pages)
      if (date !== undefined) expect(metadata.date).toBe(date)
      expect(metadata.wordCount).toBeGreaterThan(0)
    },
  )

  test.each(golden.filter(({ refused }) => refused !== undefined))(
    '$file is refused ($tries): $refused',
    async ({ file, refused }) => {
      const reason = await read(file).then(
        () => 'read',
        (error: unknown) =>
          error instanceof Unreadable ? error.reason : error instanceof ApiError ? error.details.reason : 'damaged',
      )
      expect(reason).toBe(refused)
    },
  )
})

describe('in a separate process', () => {
  const files = [
    'stock.xlsx',
    'stock.xls',
    'report-pandoc.docx',
    'talk-pandoc.pptx',
    'report-pandoc.odt',
    'mixed.rtf',
    'tales.epub',
  ]
  test.each(files)('%s gives the same result', async (file) => {
    const apart = await convert({ url, headers: new Headers(), body: bytesOf(file) }, options)
    const here = await read(file)
    expect(apart.markdown).toBe(here.markdown!)
    expect(JSON.stringify(apart.json)).toBe(JSON.stringify(here.json))
    expect(apart.metadata).toEqual(here.metadata)
  })
})
