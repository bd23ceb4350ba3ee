import { expect, test } from 'bun:test'
import { read as extract } from '../../../../plugins/documents/pdf/index.ts'
import { onePage } from '../pdf-of.ts'

/** A page of chapters and the numbers of their pages, with what leads from one to the other. */
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
])('%s lines that dots lead to their pages are items, and no table', async (_, names) => {
  for (const leader of ['. . . . . . . . . . . .', '..................']) {
    const { html } = await contents(names, leader)
    const items = names.map((name, i) => `<li>${name} ${i * 4 + 3}</li>`)
    expect(html).toContain(`<ul>\n${items.join('\n')}\n</ul>`)
    expect(html).not.toContain('<table>')
  }
})

test('names and numbers without dots are a table', async () => {
  expect((await contents(['Kettles', 'How they boil', 'Tea'], '')).html).toContain(
    '<tr><td>Kettles</td><td>3</td></tr>',
  )
})
