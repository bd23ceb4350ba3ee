import { expect, test } from 'bun:test'
import { JsonText } from 'weirjs/toolkit'
import type { Converted } from '../../../../plugins/content/converted.ts'
import { emptyMetadata } from '../../../../plugins/content/metadata/empty.ts'
import { readWritten, writeConverted } from '../../../../plugins/content/read/written-converted.ts'

const converted: Converted = {
  markdown: '# Tĕst 😀',
  text: '',
  json: { title: null, blocks: [1, 'a'] },
  links: ['https://site.example/'],
  metadata: { ...emptyMetadata(), title: 'Tĕst' },
  parserName: 'html',
  contentSource: 'body',
  pageCount: null,
  pageLinks: { pages: 'https://site.example/a\n', sitemaps: [] },
  ofSite: { texts: Int32Array.of(1, -2_147_483_648), isFramed: true },
  forModel: { markdown: 'less', links: [] },
  captions: [{ url: 'https://site.example/a.vtt', language: 'en', isDefault: true }],
  warnings: ['The page was cut'],
}

test('a converted page is transferred as strings only, and is the same afterwards, with its data as JSON', () => {
  const written = writeConverted(converted)
  expect(Object.values(written).filter((value) => typeof value !== 'string')).toEqual([])
  const { json, links, ...others } = readWritten(written)
  const { json: givenJson, links: givenLinks, ...given } = converted
  expect(others).toEqual(given)
  expect([json, links]).toEqual([new JsonText(JSON.stringify(givenJson)), new JsonText(JSON.stringify(givenLinks))])
})

test('missing values are missing afterwards', () => {
  const { metadata, parserName, contentSource } = converted
  const given: Converted = { metadata, parserName, contentSource, html: undefined, json: undefined }
  expect(Object.keys(readWritten(writeConverted(given))).sort()).toEqual(['contentSource', 'metadata', 'parserName'])
})
