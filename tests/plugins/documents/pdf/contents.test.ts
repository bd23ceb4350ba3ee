import { expect, test } from 'bun:test'
import { read as extract } from '../../../../plugins/documents/pdf/index.ts'
import { onePage } from '../pdf-of.ts'

/** A page of chapters and page numbers with a leader between them. */
const contents = (names: readonly string[], leader: string) => {
  const at = (x: number, y: number, text: string) => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET\n`
  const lines = names.map((name, i) => {
    const y = 600 - i * 16
    return at(72, y, name) + (leader === '' ? '' : at(200, y, leader)) + at(480, y, String(i * 4 + 3))
  })
  const data = at(72, 700, 'Contents') + lines.join('') + at(72, 400, 'And this is some text below it.')
  return extract(onePage({ dict: '', data }), { mime: 'application/pdf', url: 'https://a.example/b.pdf' })
}

test.each([
  ['two', ['Kettles', 'How they boil']],
  ['four', ['Kettles', 'How they boil', 'Tea', 'Cups and mugs']],
])('%s lines with leader dots and page numbers are items and not a table', async (_, names) => {
  for (const leader of ['. . . . . . . . . . . .', '..................']) {
    const { html } = await contents(names, leader)
    const items = names.map((name, i) => `<li>${name} ${i * 4 + 3}</li>`)
    expect(html).toContain(`<ul>\n${items.join('\n')}\n</ul>`)
    expect(html).not.toContain('<table>')
  }
})

test('names and numbers without leader dots are a table', async () => {
  expect((await contents(['Kettles', 'How they boil', 'Tea'], '')).html).toContain(
    '<tr><td>Kettles</td><td>3</td></tr>',
  )
})

/** A table of contents of lines, each with the text at its end and its left edge. */
const page = async (lines: readonly (readonly [text: string, leader: boolean, number: string, left: number])[]) => {
  const at = (x: number, y: number, text: string) => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET\n`
  const data = lines.map(([text, leader, number, left], i) => {
    const y = 700 - i * 16
    return at(left, y, text) + (leader ? at(300, y, '. . . . . . . . . . . .') : '') + at(480, y, number)
  })
  return (
    await extract(onePage({ dict: '', data: data.join('') }), { mime: 'application/pdf', url: 'https://a.example/b' })
  ).html
}

test('names of chapters without leader dots are items too, and no line is in a table', async () => {
  const html = await page([
    ['1 Kettles', false, '3', 72],
    ['1.1 How they boil', true, '4', 90],
    ['1.2 How they are made', true, '5', 90],
    ['1.2.1 Of steel', true, '5', 110],
    ['2 Tea', false, '11', 72],
    ['2.1 Leaves', true, '12', 90],
  ])
  expect(html).toBe(
    '<ul>\n<li>1 Kettles 3</li>\n<li>1.1 How they boil 4</li>\n<li>1.2 How they are made 5</li>\n' +
      '<li>1.2.1 Of steel 5</li>\n<li>2 Tea 11</li>\n<li>2.1 Leaves 12</li>\n</ul>',
  )
})

test('a name of two lines is one item', async () => {
  const html = await page([
    ['1.1 How kettles boil', true, '4', 72],
    ['1.2 How kettles that are made of steel and have a handle of wood which is not', false, '', 72],
    ['warm are made', true, '5', 98],
    ['1.3 Tea', true, 'xiv', 72],
  ])
  expect(html).toBe(
    '<ul>\n<li>1.1 How kettles boil 4</li>\n<li>1.2 How kettles that are made of steel and have a handle of wood ' +
      'which is not warm are made 5</li>\n<li>1.3 Tea xiv</li>\n</ul>',
  )
})

test('names of chapters without leader dots are items if more of them than half have none', async () => {
  const html = await page([
    ['1 Kettles', false, '3', 72],
    ['2 Tea', false, '11', 72],
    ['3 Cups', false, '12', 72],
    ['4 Mugs', false, '14', 72],
    ['4.1 Of clay', true, '15', 90],
  ])
  expect(html).toBe(
    '<ul>\n<li>1 Kettles 3</li>\n<li>2 Tea 11</li>\n<li>3 Cups 12</li>\n<li>4 Mugs 14</li>\n' +
      '<li>4.1 Of clay 15</li>\n</ul>',
  )
})

test('asterisks between parts of a text are no item', async () => {
  const at = (y: number, text: string) => `BT /F1 12 Tf 72 ${y} Td (${text}) Tj ET\n`
  const data = at(700, 'The kettle boils.') + at(660, '* * *') + at(620, 'The kettle cools.')
  const { html } = await extract(onePage({ dict: '', data }), { mime: 'application/pdf', url: 'https://a.example/b' })
  expect(html).toBe('<p>The kettle boils.</p>\n<p>* * *</p>\n<p>The kettle cools.</p>')
})

test('lines of an index with several page numbers are items', async () => {
  const html = await page([
    ['Kettles', true, '3, 11, 104', 72],
    ['Tea', true, '12', 72],
  ])
  expect(html).toBe('<ul>\n<li>Kettles 3, 11, 104</li>\n<li>Tea 12</li>\n</ul>')
})
