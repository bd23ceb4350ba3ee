import { describe, expect, test } from 'bun:test'
import { read } from '../../../../plugins/documents/pdf/index.ts'
import { CATALOG, FONT, onePage, PAGES, page as pageObject, pdfOf } from '../pdf-of.ts'

/** The blocks of a page with lines of text, each with its left edge and font size. */
const page = async (lines: readonly (readonly [text: string, left: number, size: number])[]) => {
  let y = 740
  const data = lines.map(([text, left, size]) => {
    y -= size * 1.2
    return `BT /F1 ${size} Tf ${left} ${y} Td (${text}) Tj ET\n`
  })
  const pdf = onePage({ dict: '', data: data.join('') })
  return (await read(pdf, { mime: 'application/pdf', url: 'https://a.example/b.pdf' })).html
}
/** Running text, for comparison with the other lines. */
const body = Array.from(
  { length: 6 },
  () =>
    [
      'Water that boils in a kettle of copper is as hot as any that boils in one of steel, or so it seems',
      72,
      10,
    ] as const,
)

describe('large letters after a bullet', () => {
  test('are items and not headings', async () => {
    const html = await page([
      ['Kettles', 72, 24],
      ['\\267 Steel kettles', 72, 16],
      ['\\267 Copper kettles', 72, 16],
      ...body,
    ])
    expect(html).toContain('<h1>Kettles</h1>\n<ul>\n<li>Steel kettles</li>\n<li>Copper kettles</li>\n</ul>')
  })

  test('are headings after a number', async () => {
    expect(await page([['1. Steel kettles', 72, 16], ...body])).toContain('<h1>1. Steel kettles</h1>')
  })
})

test('a title that continues with a small letter is one heading', async () => {
  const html = await page([['Kettles of copper are less', 100, 20], ['likely to break', 120, 20], ...body])
  expect(html).toContain('<h1>Kettles of copper are less likely to break</h1>')
})

test('short right-aligned lines are separate paragraphs', async () => {
  const address = [
    ['Ada Lindqvist', 474, 10],
    ['12 Kettle Lane', 469.5, 10],
    ['Whistler', 497.9, 10],
  ] as const
  const html = await page([...address, ['', 72, 20], ...body])
  for (const [text] of address) expect(html).toContain(`<p>${text}</p>`)
})

test('short centred lines are separate paragraphs', async () => {
  const html = await page([['Ada Lindqvist', 270, 10], ['University of Kettles', 254, 10], ...body])
  expect(html).toContain('<p>Ada Lindqvist</p>\n<p>University of Kettles</p>')
})

test('a paragraph of two lines ends before another that is indented like it', async () => {
  const full = body[0]![0]
  const html = await page([
    ...body,
    [`One: ${full.slice(10)}`, 87, 10],
    [`two: ${full.slice(15)}`, 72, 10],
    [`Incomprehensibilities: ${full.slice(27)}`, 87, 10],
    [`four: ${full.slice(8)}`, 72, 10],
  ])
  expect(html.match(/<p>.*?<\/p>/g)?.map((text) => text.match(/[A-Za-z]+(?=:)|^<p>Water/g))).toEqual([
    ['<p>Water'],
    ['One', 'two'],
    ['Incomprehensibilities', 'four'],
  ])
})

test('an item of which only the first line is indented goes on in the next lines', async () => {
  const full = body[0]![0]
  const html = await page([
    ...body,
    [`\\267 One: ${full.slice(10)}`, 84, 10],
    [`two: ${full.slice(5)}`, 72, 10],
    ['three.', 72, 10],
    ['\\267 Four', 84, 10],
    ['Five', 72, 10],
  ])
  expect(html).toMatch(/<li>One: [^<]* two: [^<]* three\.<\/li>\n<li>Four<\/li>\n<\/ul>\n<p>Five<\/p>$/)
})

const BOLD = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>'
/** A page whose second font is bold. */
const twoFonts = (data: string) => {
  const fonts = pageObject().replace('/F1 5 0 R', '/F1 5 0 R/F2 6 0 R')
  return pdfOf([CATALOG, PAGES, fonts, { dict: '', data }, FONT, BOLD])
}

test('the space around titles within a table does not make one row of the rows between them', async () => {
  const at = (font: string, x: number, y: number, text: string) => `BT /${font} 10 Tf ${x} ${y} Td (${text}) Tj ET\n`
  const row = (y: number, name: string, text: string) =>
    (name === '' ? '' : at('F1', 72, y, name)) + at('F1', 200, y, text)
  const data = [
    row(700, 'boil', 'makes the water in the kettle as hot'),
    row(688, '', 'as it can be'),
    row(676, 'pour', 'fills a cup'),
    at('F2', 72, 652, 'Of cups'),
    row(640, 'wash', 'makes a cup clean'),
    row(628, 'dry', 'makes a cup dry'),
    at('F2', 72, 604, 'Of mugs'),
    row(592, 'fill', 'fills a mug'),
    row(580, 'drink', 'makes a mug empty'),
  ]
  const { html } = await read(twoFonts(data.join('')), { mime: 'application/pdf', url: 'https://a.example/b.pdf' })
  for (const name of ['pour', 'dry', 'drink']) expect(html).toMatch(new RegExp(`<t[hd]>${name}</t[hd]>`))
  expect(html).toMatch(/makes the water in the kettle as hot as it can be</)
})

test('a bold term to the left of a definition of one line is a paragraph of its own', async () => {
  const at = (font: string, x: number, y: number, text: string) => `BT /${font} 10 Tf ${x} ${y} Td (${text}) Tj ET\n`
  const data = [
    at('F1', 72, 700, body[0]![0]),
    at('F1', 72, 688, body[0]![0]),
    at('F2', 72, 672, '--boil'),
    at('F1', 92, 660, 'It is the same as the other option, but the water is in the kettle made of copper.'),
    at('F2', 72, 648, '--boil-everything-that-is-there'),
    at('F1', 92, 636, 'Boils all.'),
  ]
  const { html } = await read(twoFonts(data.join('')), { mime: 'application/pdf', url: 'https://a.example/b.pdf' })
  expect(html).toMatch(/kettle made of copper\.<\/p>\n<(p|h2)>(<strong>)?--boil-everything/)
})

test('the lines of a header are one row if they are closer together than the rows below', async () => {
  const at = (x: number, y: number, text: string) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET\n`
  const row = (y: number, cells: string[]) => cells.map((cell, i) => (cell === '' ? '' : at(72 + i * 120, y, cell)))
  const rows = [
    row(700, ['Booked and', 'Text', 'Balance in']),
    row(689, ['interest date', '', 'euros']),
    row(672, ['2016-01-14', 'Transfer', '1,406.50']),
    row(655, ['2016-01-15', 'Interest', '1,407.50']),
  ]
  const pdf = onePage({ dict: '', data: rows.flat().join('') })
  const { html } = await read(pdf, { mime: 'application/pdf', url: 'https://a.example/b.pdf' })
  expect(html).toContain('<th>Booked and interest date</th><th>Text</th><th>Balance in euros</th>')
})
