import { describe, expect, test } from 'bun:test'
import { turndown } from '../../../../plugins/content/formats/turndown.ts'
import { markdownOf, textOf } from './convert.ts'
import { factNames, factsOf, factsOfMarkdown, recall } from './recall.ts'

const names = ['news', 'docs', 'forum', 'shop', 'old', 'asia'] as const
const pages = await Promise.all(
  names.map(async (name) => ({ name, html: await Bun.file(new URL(`../pages/${name}.html`, import.meta.url)).text() })),
)

/** The minimum that is left. Words of hidden notices and formulas are removed. */
const least = { words: 0.94, headings: 0.9, items: 0.9, links: 0.95 }
/** Notes, and lists in cells, are not list items in Markdown. */
const fewerItems: Partial<Record<(typeof names)[number], number>> = { docs: 0.8, shop: 0.6 }

describe.each(pages)('a page of the kind $name', ({ name, html }) => {
  const page = factsOf(html)

  test.each(factNames)('keeps its %s', (fact) => {
    const share = recall(page[fact], factsOfMarkdown(markdownOf(html))[fact])
    const wanted = fact === 'items' ? (fewerItems[name] ?? least.items) : least[fact]
    if (share !== null) expect(share).toBeGreaterThanOrEqual(wanted)
  })

  test('keeps at least as many words, headings and links as with Turndown', async () => {
    const ours = factsOfMarkdown(markdownOf(html))
    const theirs = factsOfMarkdown(await turndown(html))
    for (const fact of ['words', 'headings', 'links'] as const) {
      const [our, their] = [recall(page[fact], ours[fact]), recall(page[fact], theirs[fact])]
      if (our !== null && their !== null) expect(our).toBeGreaterThanOrEqual(their - 0.01)
    }
  })

  test('has no markup in its text', () => {
    expect(textOf(html)).not.toMatch(/<\/?[a-z]+\b|\]\(|^#{1,6} |\*\*/m)
  })

  test('has no line that ends with spaces, except for line breaks', () => {
    const trailing = markdownOf(html)
      .split('\n')
      .filter((line) => /\s$/.test(line) && !line.endsWith('  '))
    expect(trailing).toEqual([])
  })
})

describe('the Markdown of a page', () => {
  test('is like that of a person', () => {
    const docs = pages.find(({ name }) => name === 'docs')!
    const markdown = markdownOf(docs.html)
    for (const part of [
      '# Retries\n',
      '```python\nfrom courier import Client\n\nclient = Client(retries=5)\n',
      'the default is `2`.',
      '$b \\cdot 2^n$ milliseconds',
      'the answer’s [`Retry-After`](https://www.rfc-editor.org/rfc/rfc9110#name-retry-after) wins.',
      '| `retries` | int \\| None | `2` | Further attempts<br>(0 for none) |',
      '```\ndef retry(self, *args):\n    return False\n```',
      'may send it again too.[^1]',
      '- [x] Backoff\n- [ ] Budgets across clients',
      '[^1]: See section 9.2.2 of RFC 9110.',
    ])
      expect(markdown).toContain(part)
    expect(markdown).not.toContain('¶')
  })
})
