import { describe, expect, test } from 'bun:test'
import { type ExplainedBlock, explainPage } from '../../../../plugins/content/explain/explain.ts'
import { toText } from '../../../../plugins/content/formats/text.ts'
import { parse } from '../../../../plugins/content/tree/index.ts'
import { viewOf } from '../../../../plugins/content/view/view.ts'
import { frozenPages } from '../main/frozen-pages.ts'
import { article, forum } from '../main/pages.ts'
import { contentOptions } from '../options.ts'

const url = new URL('https://example.com/a')
const sentence =
  'The harbour froze over in January, and for six weeks nothing but sledges went across it to the islands. '
const blockWith = (blocks: readonly ExplainedBlock[], text: string) =>
  blocks.find((block) => block.text.includes(text))!

describe('each rule that can drop a paragraph is named:', () => {
  const page = (inner: string) =>
    `<title>Ice</title><nav><p>NAV ${sentence}</p></nav><main><h1>Ice</h1><p>BODY ${sentence.repeat(6)}</p>${inner}</main><div><p>BESIDE</p></div>`
  const cases: [string, string, string, boolean][] = [
    ['hidden content', `<p hidden>MARK ${sentence}</p>`, 'hidden', false],
    ['a closed dialog', `<dialog><p>MARK ${sentence}</p></dialog>`, 'closed dialog', false],
    ['noscript', `<noscript><p>MARK</p></noscript>`, 'for browsers without script', false],
    ['an advertisement', `<div class="adsbygoogle"><p>MARK</p></div>`, 'advertisement', false],
    ['content named as an advertisement', `<div class="ad-box"><p>MARK</p></div>`, 'named as an advertisement', false],
    ['a landmark', `<aside><p>MARK</p></aside>`, 'landmark', false],
    ['content named as boilerplate', `<div class="related"><p>MARK</p></div>`, 'named as boilerplate', false],
    ['content outside of the main element', '', 'outside main, by landmarks', false],
    ['content of no use to a language model', `<form><p>MARK</p></form>`, 'of no use to a language model', true],
    ['repeated content', `<p>MARK ${sentence}</p><p>MARK ${sentence}</p>`, 'said before on the page', true],
  ]
  test.each(cases)('%s', (_, inner, rule, llm) => {
    const { blocks, by } = explainPage(page(inner), url, { llm })
    expect(by).toBe('landmarks')
    const dropped = blocks.filter(({ isShown, text }) => !isShown && text.startsWith(inner === '' ? 'BESIDE' : 'MARK'))
    expect(dropped.map((block) => block.rule)).toEqual([rule])
    expect(blockWith(blocks, 'BODY')).toMatchObject({ isShown: true, rule: 'inside main, by landmarks', chance: null })
  })
})

test('with the model, each block has its probability, and other rules are named', () => {
  const { by, pageType, threshold, blocks, headline } = explainPage(article.html, new URL(article.url))
  expect([by, pageType, headline]).toEqual(['model', 'article', 'The winter the harbour froze'])
  const kept = blockWith(blocks, 'The ice came early')
  expect(kept).toMatchObject({ element: 'p', isShown: true, rule: 'the model' })
  expect(kept.chance!).toBeGreaterThan(threshold!)
  const dropped = blockWith(blocks, 'Privacy policy')
  expect(dropped).toMatchObject({ element: 'li', isShown: false, rule: 'the model' })
  expect(dropped.chance!).toBeLessThan(threshold!)
})

test('the author of a post is kept by a rule, whatever the probability', () => {
  const { pageType, blocks } = explainPage(forum.html, new URL(forum.url))
  expect(pageType).toBe('forum')
  expect(blocks.filter(({ rule }) => rule === 'who wrote a post, and when').length).toBeGreaterThan(1)
})

test('the blocks that are marked as shown are those of the formats, on all frozen pages', () => {
  for (const { html, url } of Object.values(frozenPages)) {
    const text = toText(viewOf(parse(html), new URL(url), contentOptions({ onlyMainContent: true, removeAds: true })))
    const words = (of: string) => of.match(/[\p{L}\p{N}]+/gu) ?? []
    const all = new Set(words(text))
    const { blocks } = explainPage(html, new URL(url))
    for (const block of blocks) if (block.isShown) for (const word of words(block.text)) expect(all).toContain(word)
    const shown = new Set(blocks.flatMap((block) => words(block.text)))
    for (const word of all) expect(shown).toContain(word)
    expect(blocks.some(({ isShown }) => isShown)).toBe(true)
  }
})

test('an empty page has no blocks', () => {
  expect(explainPage('', url)).toMatchObject({ blocks: [], by: 'landmarks', contentSource: 'body', headline: null })
})

test('the text of a block has no scripts, and spaces for line breaks', () => {
  const page = `<main><h1>Ice</h1><p>one<script>two</script><style>three</style>four<br>five <b> six</b></p><p class=" a  b ">${sentence.repeat(6)}</p></main>`
  const { blocks } = explainPage(page, url)
  expect(blocks.map(({ element, text }) => [element, text.slice(0, 30)])).toEqual([
    ['h1', 'Ice'],
    ['p', 'onefour five six'],
    ['p.a.b', 'The harbour froze over in Janu'],
  ])
})
