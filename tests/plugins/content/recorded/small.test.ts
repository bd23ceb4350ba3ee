import { describe, expect, test } from 'bun:test'
import type { ContentFormat, PageMetadata } from 'weirjs/schemas'
import { readSource } from '../../../../plugins/content/read/read.ts'
import { groups } from '../../../bench/constructions/groups/index.ts'
import { constructions as growing } from '../growth/constructions.ts'
import { claims, facts, markup, parts } from '../hostile/pages.ts'
import { Generator } from '../markdown/generate.ts'
import { hardCases } from '../markdown/hard-cases.ts'
import { contentOptions } from '../options.ts'

/**
 * Records the results of odd markup, as somebody last reviewed them: a few of each construction that other tests try
 * in tens of thousands, and cases of which other tests only assert the main point. If a result is meant to change,
 * run `bun test --update-snapshots` and review the difference.
 */
const FEW = 3
const url = new URL('https://odd.example/folder/page')
const all: ContentFormat[] = ['markdown', 'html', 'text', 'json', 'structured', 'links']
const read: ContentFormat[] = ['markdown', 'html', 'text']

const isSaid = (value: unknown): boolean =>
  value !== null &&
  value !== 0 &&
  value !== false &&
  (typeof value !== 'object' || Object.values(value as object).some(isSaid))

/** The metadata without empty values. */
const saidBy = (metadata: PageMetadata) =>
  JSON.stringify(metadata, (_, value) => (isSaid(value) || typeof value !== 'object' ? value : undefined))

async function recordOf(html: string | Uint8Array, formats: ContentFormat[], changes = {}): Promise<string> {
  const body = typeof html === 'string' ? new TextEncoder().encode(html) : html
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
  const source = { url, headers, body, parserName: 'html' as const, mime: 'text/html' }
  const { metadata, ...made } = await readSource(source, contentOptions(changes, ...formats))
  const parts = Object.entries(made).map(
    ([name, value]) => `== ${name}\n${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return (formats === all ? [`== metadata\n${saidBy(metadata)}`, ...parts] : parts).join('\n')
}

const bodiesOf = (group: keyof typeof groups) =>
  groups[group]!.flatMap(({ name, answer }): [string, Uint8Array][] => {
    const { body, headers } = answer?.(FEW) ?? {}
    return body !== undefined && headers?.['content-type']?.startsWith('text/html') ? [[name, body]] : []
  })

for (const group of ['insertion modes', 'written'] as const)
  describe(`Of ${group}`, () => {
    test.each(bodiesOf(group))('%s', async (_, body) => {
      expect(await recordOf(body, read)).toMatchSnapshot()
    })
  })

for (const group of ['about pages', 'shells'] as const)
  describe(`Of ${group}`, () => {
    test.each(bodiesOf(group))('%s', async (_, body) => {
      expect(await recordOf(body, all)).toMatchSnapshot()
    })
  })

describe('Of a case that converters break', () => {
  test.each(hardCases.map(({ name, html }) => [name, html] as const))('%s', async (_, html) => {
    expect(await recordOf(html, [...read, 'json'])).toMatchSnapshot()
  })
})

describe('Of what once grew', () => {
  const pages = [
    ...growing.map(({ name, page }) => [name, page] as const),
    ...[...markup, ...parts, ...claims, ...facts].map(({ what, page }) => [what, page] as const),
  ]
  test.each(pages)('%s', async (_, page) => {
    expect(await recordOf(page(FEW), all)).toMatchSnapshot()
  })
})

test('Of nested elements and awkward characters', async () => {
  const records = Array.from({ length: 20 }, (_, seed) => recordOf(new Generator(seed).page(3), read))
  expect((await Promise.all(records)).join('\n\n')).toMatchSnapshot()
})
