import { expect, test } from 'bun:test'
import { TextLimit } from '../../../../plugins/documents/html-writer/text-limit.ts'
import { read as extract } from '../../../../plugins/documents/pdf/index.ts'
import { PageWork } from '../../../../plugins/documents/pdf/source/page-work.ts'
import { cpuTimeOf } from '../../../cpu-time.ts'
import { CATALOG, FONT, HELLO, onePage, PAGES, page, pdfOf } from '../pdf-of.ts'

const read = (bytes: Uint8Array) => extract(bytes, { mime: 'application/pdf', url: 'https://a.example/b.pdf' })
const content = (data: string) => ({ dict: '', data })
const many = (count: number, piece: (i: number) => string) => Array.from({ length: count }, (_, i) => piece(i))

/** Text that is never taken for a running header. */
const MIDDLE = HELLO.replace('700', '400')

/** The time in milliseconds for a page of as many plain words, as a measure of the machine's speed. */
const plainTime = () => cpuTimeOf(() => read(onePage(content(`BT /F1 9 Tf 72 700 Td ${'(Hello) Tj '.repeat(5000)}ET`))))

/** A page whose content paints a form that paints four more, and so on. */
const formsInForms = (levels: number) =>
  onePage(
    content(`${HELLO} /X0 Do`),
    many(levels, () => '').map((_, i) => ({
      dict: `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X${i + 1} ${i + 7} 0 R>>/Font<</F1 5 0 R>>>>`,
      data: i === levels - 1 ? 'BT /F1 12 Tf (a) Tj ET' : `/X${i + 1} Do `.repeat(4),
    })),
    '/XObject<</X0 6 0 R>>',
  )

test('a page that nests saved states endlessly is refused as fast as a page of words is read', async () => {
  await plainTime()
  const usual = await plainTime()
  const time = await cpuTimeOf(async () => {
    const file = onePage(content(`${HELLO} ${'q '.repeat(40_000)}`))
    await expect(read(file)).rejects.toMatchObject({ reason: 'too_complex' })
  })
  expect(time).toBeLessThan(usual * 20 + 1000)
})

test('such a page among others is left out, with a warning', async () => {
  const { html, warnings } = await read(
    pdfOf([
      CATALOG,
      '<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2>>',
      page(),
      content(HELLO),
      FONT,
      page().replace('4 0 R', '7 0 R'),
      content('q '.repeat(3000)),
    ]),
  )
  expect(html).toContain('Hello, kettle')
  expect(warnings).toEqual([expect.stringMatching(/^Page 2 of the PDF is missing: .*graphics states/)])
})

test('saved states that are never restored, as careless programs write them, do not matter', async () => {
  const { html } = await read(onePage(content(`${'q '.repeat(300)}${HELLO}`)))
  expect(html).toContain('Hello, kettle')
})

test('nested forms are painted up to the limit of operators for the size of the file', async () => {
  const few = await read(formsInForms(4))
  expect(few.html).toContain('Hello, kettle')
  expect(few.warnings).toEqual([])
  await expect(read(formsInForms(14))).rejects.toMatchObject({ reason: 'too_large' })
})

test('a page that is referenced repeatedly is read once and given a hundred times', async () => {
  const { html, warnings } = await read(
    pdfOf([CATALOG, `<</Type/Pages/Kids[${'3 0 R '.repeat(10_000)}]/Count 10000>>`, page(), content(MIDDLE), FONT]),
  )
  const times = html.match(/Hello, kettle/g)!.length
  expect(times).toBe(102)
  expect(warnings).toEqual([expect.stringMatching(/^The PDF was cut after page \d{3} of 10000: no more are read/)])
})

test('pages are read in proportion to the size of the file, and never more than five thousand', () => {
  const pagesFor = (bytes: number) => new PageWork(bytes, new TextLimit(bytes)).maxPages
  expect([0, 10_000, 1_000_000, 100_000_000].map(pagesFor)).toEqual([100, 150, 5_000, 5_000])
})

test('page trees that double are read up to the limit of pages for the size of the file', async () => {
  const { html, warnings } = await read(
    pdfOf([
      CATALOG,
      ...many(20, (i) => `<</Type/Pages/Count ${2 ** (20 - i)}/Kids[${i + 3} 0 R ${i + 3} 0 R]>>`),
      '<</Type/Page/MediaBox[0 0 612 792]/Contents 23 0 R/Resources<</Font<</F1 24 0 R>>>>>>',
      content(MIDDLE),
      FONT,
    ]),
  )
  expect(html).toContain('Hello, kettle')
  expect(warnings).toEqual([expect.stringMatching(/^The PDF was cut after page 1\d\d of 1048576/)])
})

const linked = (count: number, url = 'http://a.example/') =>
  pdfOf([
    CATALOG,
    PAGES,
    page().replace('/Contents', `/Annots[${'6 0 R '.repeat(count)}]/Contents`),
    content(HELLO),
    FONT,
    `<</Type/Annot/Subtype/Link/Rect[70 690 200 720]/A<</S/URI/URI(${url})>>>>`,
  ])

test('a link is read, but a hidden one is not', async () => {
  expect((await read(linked(1))).html).toContain('<a href="http://a.example/">Hello, kettle</a>')
  const hidden = Buffer.from(linked(1)).toString('latin1').replace('/Subtype/Link', '/Subtype/Link/F 33')
  expect((await read(Buffer.from(hidden, 'latin1'))).html).not.toContain('href')
})

test('eight thousand links that share one object use the memory of their objects, not of their text', async () => {
  const file = linked(8000)
  Bun.gc(true)
  const before = process.memoryUsage().rss
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before)
  }, 5)
  const { html, warnings } = await read(file)
  clearInterval(watch)
  most = Math.max(most, process.memoryUsage().rss - before)
  expect(most).toBeLessThan(300 * 2 ** 20)
  expect(html).toContain('Hello, kettle')
  expect(warnings).toEqual([expect.stringMatching(/^Links and fields of the PDF are missing/)])
})
