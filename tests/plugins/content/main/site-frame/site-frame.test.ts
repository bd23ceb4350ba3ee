import { describe, expect, test } from 'bun:test'
import { explainPage } from '../../../../../plugins/content/explain/explain.ts'
import { toText } from '../../../../../plugins/content/formats/text.ts'
import { PageOfSite } from '../../../../../plugins/content/main/site-frame/page-of-site.ts'
import { SiteFrame } from '../../../../../plugins/content/main/site-frame/site-frame.ts'
import { parse } from '../../../../../plugins/content/tree/index.ts'
import { viewOf } from '../../../../../plugins/content/view/view.ts'
import { contentOptions } from '../../options.ts'
import { bookPage, chapters, notePage } from '../book.ts'

const url = new URL('https://boats.example/3')
const options = contentOptions({ onlyMainContent: true })

/** The main content of a page if other pages of its site are known, and what was learned of the page itself. */
function read(html: string, others: readonly string[] = []) {
  const frame = new SiteFrame()
  for (const other of others) frame.learn(read(other).page.texts)
  const page = new PageOfSite(frame.repeated)
  return { page, text: toText(viewOf(parse(html), url, options, undefined, page)) }
}
const book = (...numbers: number[]) => numbers.map(bookPage)

describe('text that repeats on the pages of a site', () => {
  test('is removed from a page that the model reads, and the page’s own text stays', () => {
    const alone = read(bookPage(3))
    expect(alone.text).toContain(chapters[40]!)
    expect(alone.page.isFramed).toBe(false)
    const { text, page } = read(bookPage(3), book(4, 5, 6))
    expect(page.isFramed).toBe(true)
    expect(chapters.filter((chapter) => chapter !== chapters[3] && text.includes(chapter))).toEqual([])
    expect(text).toContain('Step 3: tar the seams twice')
    expect(text).toContain('3 feet at a time')
  })

  test('is removed from a page of few blocks', () => {
    expect(read(notePage(3)).text).toContain('Printed on the island')
    const { text, page } = read(notePage(3), [4, 5, 6].map(notePage))
    expect(page.isFramed).toBe(true)
    expect(text.replace(/\s+/g, ' ').trim()).toBe(
      'Note 3 Of 3 ropes one is always too short, and it is the one that was cut with care.',
    )
  })

  test.each([
    ['', ''],
    ['and has hidden parts', `<div hidden><p>${'Sign in to read on about the island. '.repeat(9)}</p></div>`],
  ])('is removed from a page whose frame is only recognisable by its words %s', (_, hidden) => {
    const member = (n: number) =>
      `<title>Member ${n}</title>${hidden}<div><a href="/">Board index</a> <a href="/in">Log in</a></div>
      <div><h2>Member ${n}</h2><p>Member ${n} has said ${n} things, and each of them was about knots number ${n}.</p></div>
      <div>Powered by a board | All times are those of the island</div>`
    expect(read(member(3)).text).toContain('Powered by')
    const { text, page } = read(member(3), [4, 5, 6].map(member))
    expect(page.isFramed).toBe(true)
    expect(text.replace(/\s+/g, ' ').trim()).toBe(
      'Member 3 Member 3 has said 3 things, and each of them was about knots number 3.',
    )
  })

  test('stays if there is no other', () => {
    for (const page of [bookPage(3), notePage(3)]) {
      const { text } = read(page, [page, page, page])
      expect(text).toBe(read(page).text)
    }
  })

  test('stays if there is nothing else but what is hidden', () => {
    const page = (n: number) =>
      `<h1>The island</h1><p>Its people have built boats for as long as anybody on the island can remember.</p>
      <div hidden><p>Board ${n} of the island</p></div>
      <p>They tar the seams twice, let the hull dry for a day, and take a second pair of hands for the mast.</p>`
    const { text } = read(page(3), [4, 5, 6].map(page))
    expect(text).toContain('They tar the seams twice')
  })

  test('stays if it is a label within the page’s own text', () => {
    const recipe = (n: number) =>
      `<title>Soup ${n}</title><main><h1>Soup ${n}</h1>${['Flour', 'Butter', 'Stock']
        .map(
          (of) => `<h2>${of}</h2><p>Of this soup number ${n} wants ${n} spoons, and stirring from the beginning.</p>`,
        )
        .join('')}</main><div>Ask</div>`
    const { text } = read(recipe(3), [4, 5, 6].map(recipe))
    for (const label of ['Flour', 'Butter', 'Stock']) expect(text).toContain(label)
  })

  test('stays if it is between texts of the page’s own, as it may be part of them', () => {
    const tides = (n: number) =>
      `<div>Tide table number ${n}</div><div>Ask the harbour master before you go out</div>
      <p>On day ${n} the water is ${n} feet high, and the ${n} boats of the island wait for the next one.</p>`
    expect(read(tides(3), [4, 5, 6].map(tides)).text).toContain('Ask the harbour master')
  })

  test('stays if it is the heading of the page’s own text, right before the footer', () => {
    const manual = (n: number) =>
      `<title>knot-${n}</title><main><h1>knot-${n}(1)</h1><h2>NAME</h2>
      <p>knot-${n} ties ${n} ropes of its own, as no other knot of this harbour would ever do.</p>
      <h2>SEE ALSO</h2><p><a href="sailor-${n}">sailor${n}(5)</a></p>
      <h2>KNOTS</h2><div hidden>Knots like knot-${n}</div><p>Part of the suite of knots that every sailor of the island has learned by heart</p></main>
      <footer>Printed on the island</footer>`
    const { text } = read(manual(3), [4, 5, 6].map(manual))
    expect(text).not.toContain('Part of the suite')
    expect(text).not.toContain('KNOTS')
    expect(text.replace(/\s+/g, ' ').trim()).toEndWith('SEE ALSO sailor3(5)')
  })

  test('is the named rule when a page is explained', () => {
    const { blocks } = explainPage(bookPage(3), url, { beside: book(4, 5, 6) })
    const chapter = blocks.find(({ text }) => text === chapters[40])!
    expect([chapter.isShown, chapter.rule]).toEqual([false, 'comes again on the site'])
    const dropped = explainPage(notePage(3), url, { beside: [4, 5, 6].map(notePage) }).blocks.filter(
      ({ rule }) => rule === 'comes again on the site',
    )
    expect(dropped.map(({ text }) => text)).toContain('Printed on the island')
  })
})

describe('the frame of a site', () => {
  const learned = (...pages: number[][]) => {
    const frame = new SiteFrame()
    for (const page of pages) frame.learn(Int32Array.from(page))
    return [...frame.repeated]
  }

  test('consists of texts on half of its pages, and on at least three', () => {
    expect(learned([1, 2], [1, 2])).toEqual([])
    expect(learned([1, 2], [1, 2], [1])).toEqual([1])
    expect(learned([1, 2, 3], [1, 2, 3], [1, 2, 3], [1], [1, 2], [1], [1], [1])).toEqual([1, 2])
  })

  test('is learned from the first 32 pages', () => {
    const first = Array.from({ length: 32 }, () => [1])
    expect(learned(...first, ...Array.from({ length: 100 }, () => [2]))).toEqual([1])
    expect(learned(...first.slice(1), ...Array.from({ length: 40 }, () => [1, 2]))).toEqual([1])
  })

  test('is found among more texts than are remembered, and their number is limited', () => {
    const page = (n: number) => [1, ...Array.from({ length: 999 }, (_, i) => 10 + n * 1000 + i)]
    expect(learned(...Array.from({ length: 30 }, (_, n) => page(n)))).toEqual([1])
    // New texts are not remembered when there is no room; these would be on each of the pages.
    const full = Array.from({ length: 4 }, (_, n) => [...page(n), ...page(n).map((text) => -text)])
    expect(learned(...full)).toEqual([1, -1])
  })

  test('compares the first and the last texts of a page with very many', () => {
    const lines = Array.from({ length: 3000 }, (_, i) => `<p>Line ${i} of many</p>`)
    const { texts } = read(`<title>x</title>${lines.join('')}`).page
    expect(texts.length).toBe(1000)
    const ends = read(`<title>x</title>${[...lines.slice(0, 500), ...lines.slice(-500)].join('')}`).page.texts
    expect([...texts]).toEqual([...ends])
  })
})
