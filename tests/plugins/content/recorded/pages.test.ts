import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import type { ContentFormat, ContentOptions } from 'weirjs/schemas'
import { explainPage } from '../../../../plugins/content/explain/explain.ts'
import { readSource } from '../../../../plugins/content/read/read.ts'
import { frozenPages } from '../main/frozen-pages.ts'
import { magazine } from '../main/magazine.ts'
import { typedPages } from '../main/pages.ts'
import { contentOptions } from '../options.ts'

/**
 * Records the complete results of whole pages, as somebody last reviewed them, since tests of single rules do not
 * cover how the rules work together. If a result is meant to change, run `bun test --update-snapshots` and review the
 * difference.
 */
const folder = new URL('../pages/', import.meta.url)
const files = readdirSync(folder)
  .map((name) => name.replace('.html', ''))
  .sort()
const pages: [name: string, url: string, html: string][] = [
  ...(await Promise.all(
    files.map(
      async (name): Promise<[string, string, string]> => [
        name,
        `https://${name}.example/2024/03/page.html`,
        await Bun.file(new URL(`${name}.html`, folder)).text(),
      ],
    ),
  )),
  ...Object.entries({ ...typedPages, magazine }).map(([name, { url, html }]): [string, string, string] => [
    `a typed page: ${name}`,
    url,
    html,
  ]),
]

const all: ContentFormat[] = ['markdown', 'html', 'text', 'json', 'structured', 'links']
const headers = { 'content-type': 'text/html; charset=utf-8', 'last-modified': 'Fri, 01 Mar 2024 09:00:00 GMT' }

/** The results of a page: text unchanged, data as JSON. */
async function recordOf(url: string, html: string, changes: Partial<ContentOptions>, formats: ContentFormat[]) {
  const body = new TextEncoder().encode(html)
  const source = {
    url: new URL(url),
    headers: new Headers(headers),
    body,
    parserName: 'html' as const,
    mime: 'text/html',
  }
  const converted = await readSource(source, contentOptions(changes, ...formats))
  return Object.entries(converted)
    .map(([name, value]) => `== ${name}\n${typeof value === 'string' ? value : JSON.stringify(value, null, 1)}`)
    .join('\n')
}

/** A line for each block: whether it is shown, its probability, and the rule that decided. */
function explained(url: string, html: string): string {
  const { blocks, ...page } = explainPage(html, new URL(url), { llm: true })
  const lines = blocks.map(
    ({ isShown, chance, rule, element, text }) =>
      `${isShown ? '+' : '-'} ${chance?.toFixed(4) ?? ''} ${rule} | ${element} | ${text.slice(0, 60)}`,
  )
  return [JSON.stringify(page), ...lines].join('\n')
}

describe.each(pages)('Of %s', (_, url, html) => {
  test('the whole page', async () => {
    expect(await recordOf(url, html, {}, all)).toMatchSnapshot()
  })

  test('its main content, for a language model', async () => {
    const options = { onlyMainContent: true, llmOptimization: true, replaceAllPathsWithAbsolutePaths: true }
    expect(await recordOf(url, html, options, ['markdown', 'html'])).toMatchSnapshot()
  })

  test('why each block is main content or is not', () => {
    expect(explained(url, html)).toMatchSnapshot()
  })
})

test('what is taken of pages whose names tell nothing', async () => {
  const taken = Object.entries(frozenPages).map(([name, { url, html }]) => `== ${name}\n${explained(url, html)}`)
  expect(taken.join('\n')).toMatchSnapshot()
})
