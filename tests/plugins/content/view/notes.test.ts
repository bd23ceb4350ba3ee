import { expect, test } from 'bun:test'
import { toMarkdown } from '../../../../plugins/content/markdown/writer.ts'
import { parse } from '../../../../plugins/content/tree/index.ts'
import { viewOf } from '../../../../plugins/content/view/view.ts'
import { contentOptions } from '../options.ts'

const sentence = 'The harbour froze over in January, and for six weeks nothing but sledges went to the islands. '
const mark = (id: number) => `<sup><a href="#fn${id}">${id}</a></sup>`
const note = (id: number, text: string) => `<li id="fn${id}"><p>${text} <a href="#ref${id}">↩</a></p></li>`
const page = `<nav>MENU <a href="/a">A</a> <a href="/b">B</a></nav>
  <main><h1>Harbour</h1><p>${sentence.repeat(3)}${mark(1)}</p><p>${sentence.repeat(4)}</p></main>
  <aside><p>ASIDE${mark(2)}</p></aside>
  <section><ol class="footnotes">${note(1, 'It had done so before.')}${note(2, 'BESIDE.')}</ol></section>
  <footer><p>CONTACT</p></footer>`

const markdown = (html: string, changes: Parameters<typeof contentOptions>[0] = {}) => {
  const view = viewOf(parse(html), new URL('https://example.com/a'), contentOptions(changes))
  const options = { includeLinks: true, includeImages: true, html: true, address: (href: string) => href, titles: true }
  return toMarkdown(view, { ...options, describedImagesOnly: false })
}

test('footnotes of the main content are kept with it, wherever they are', () => {
  const main = markdown(page, { onlyMainContent: true })
  expect(main).toContain('[^1]\n')
  expect(main).toEndWith('\n\n[^1]: It had done so before.')
  expect(main).not.toMatch(/MENU|ASIDE|BESIDE|CONTACT/)
})

test('the footer of all pages, with terms and prices, is not taken for notes', () => {
  const shop = page.replace(/<section>(.*)<\/section>/s, '<footer>$1</footer>')
  expect(markdown(shop, { onlyMainContent: true })).not.toContain('It had done so before.')
  const article = shop.replace('</main>', '').replace(/<footer>.*?<\/footer>/s, '$&</main>')
  expect(markdown(article, { onlyMainContent: true })).toEndWith('[^1]: It had done so before.')
})

test('footnotes of footnotes are kept too', () => {
  const chain = page.replace('before.', `before.${mark(2)}`)
  expect(markdown(chain, { onlyMainContent: true })).toEndWith('[^1]: It had done so before.[^2]\n\n[^2]: BESIDE.')
})

test('a mark whose note is not shown, and a note without its mark, are unchanged', () => {
  expect(markdown(page)).toContain('[^1]: It had done so before.')
  const text = markdown(page, { includeTags: ['main'] })
  expect(text).toContain('<sup>[1](#fn1)</sup>')
  expect(text).not.toContain('[^')
  const notes = markdown(page, { includeTags: ['.footnotes'] })
  expect(notes).toStartWith('1. It had done so before.')
  expect(notes).not.toContain('[^')
  expect(markdown(page, { excludeTags: ['section'] })).not.toContain('[^')
})
