import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import type { ContentFormat } from 'weirjs/schemas'
import { sniff } from '../../../plugins/content/sniff/sniff.ts'
import { groups } from '../../bench/constructions/groups/index.ts'
import { contentOptions } from '../content/options.ts'
import { readHere } from '../content/read-here.ts'
import { specimens } from './data/specimens.ts'
import { officeSpecimens } from './office/specimens.ts'

setDefaultTimeout(60_000)

/**
 * Records the complete results of whole documents, as somebody last reviewed them, since tests of single rules do not
 * cover how the rules work together. If a result is meant to change, run `bun test --update-snapshots` and review the
 * difference.
 */
const formats: Readonly<Record<string, ContentFormat[]>> = {
  office: ['html', 'text', 'json', 'structured', 'links'],
  pdf: ['html', 'links'],
}
const url = new URL('https://files.example/download?id=1')

async function recordOf(body: Uint8Array, type: string, formats: ContentFormat[]): Promise<string> {
  const source = { url, headers: new Headers({ 'content-type': type }), body }
  const parts = await readHere({ ...source, ...sniff(source) }, contentOptions({}, ...formats)).catch(
    (error: Error) => ({
      [error.name]: error.message,
    }),
  )
  return Object.entries(parts)
    .map(([name, value]) => `== ${name}\n${typeof value === 'string' ? value : JSON.stringify(value, null, 1)}`)
    .join('\n')
}

for (const [folder, wanted] of Object.entries(formats))
  describe(`What is read of documents of the kind ${folder}`, () => {
    const files = `${import.meta.dir}/${folder}/files`
    for (const name of readdirSync(files).sort())
      if (!name.endsWith('.md'))
        test(name, async () => {
          const body = new Uint8Array(readFileSync(`${files}/${name}`))
          expect(await recordOf(body, 'application/octet-stream', wanted)).toMatchSnapshot()
        })
  })

describe('What is read of constructed documents', () => {
  for (const [name, body] of Object.entries(officeSpecimens))
    test(name, async () => expect(await recordOf(body, 'application/octet-stream', formats.office!)).toMatchSnapshot())
})

describe('What is read of data and text', () => {
  const all: ContentFormat[] = ['markdown', 'html', 'text', 'json', 'structured', 'links']
  for (const [name, { type, text }] of Object.entries(specimens))
    test(name, async () => {
      const record = await recordOf(new TextEncoder().encode(text), type, all)
      // Metadata that is the same for all pages without their own.
      expect(record.replace(/"og": \{.*?"structuredData"/s, '"structuredData"')).toMatchSnapshot()
    })
})

/** Elsewhere these constructions are tested with tens of thousands. */
const FEW = 3
/** Maximum of characters of a result, as some of the constructions multiply. */
const SHOWN = 5_000

for (const [group, wanted] of Object.entries({
  office: ['html', 'json'],
  pdf: ['html', 'links'],
  data: ['markdown', 'json'],
  pictures: ['html', 'structured'],
} satisfies Record<string, ContentFormat[]>))
  describe(`What is read of a few of each construction of ${group}`, () => {
    for (const { name, answer } of groups[group]!)
      test(name, async () => {
        const { body, headers } = answer!(FEW)
        const record = await recordOf(body, headers['content-type']!, wanted)
        // Metadata that is the same for all files without their own.
        const said = record.replace(/== metadata\n\{.*?\n\}$/ms, '').trim()
        expect(`${said.slice(0, SHOWN)}\n(${said.length} characters)`).toMatchSnapshot()
      })
  })
