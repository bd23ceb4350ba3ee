import { describe, expect, test } from 'bun:test'
import { readJsonLd } from '../../../../plugins/content/main/page-signals/read-json-ld.ts'
import { readMetadata } from '../../../../plugins/content/metadata/index.ts'
import { parse } from '../../../../plugins/content/tree/index.ts'
import { viewOf } from '../../../../plugins/content/view/view.ts'
import { growth, LINEAR } from '../../../growth.ts'
import { contentOptions } from '../options.ts'
import { claims, facts, type Hostile, markup, parts } from './pages.ts'

const url = new URL('https://site.example/page')
const context = { url, headers: new Headers(), markupLength: 1 }

const stages: [string, readonly Hostile[], (html: string) => unknown][] = [
  ['is parsed', markup, parse],
  ['is cleaned', parts, (html) => viewOf(parse(html), url, contentOptions())],
  ['is searched for what it claims', claims, (html) => readJsonLd(parse(html))],
  ['tells its metadata', facts, (html) => readMetadata(parse(html), context)],
]

for (const [what, pages, work] of stages)
  describe(`a page ${what} in linear time`, () => {
    for (const { what, size, page } of pages) test(what, () => expect(growth(page, work, size)).toBeLessThan(LINEAR))
  })
