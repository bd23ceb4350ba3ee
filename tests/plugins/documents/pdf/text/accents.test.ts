import { expect, test } from 'bun:test'
import { read } from '../../../../../plugins/documents/pdf/index.ts'
import { withAccents } from '../../../../../plugins/documents/pdf/text/accents.ts'
import { onePage } from '../../pdf-of.ts'

/** The text of a page with these strings. A number before one moves it back, in thousandths of the font size. */
const textOf = async (shown: string) => {
  const data = `BT /F1 12 Tf 72 700 Td ${shown} ET`
  const { html } = await read(onePage({ dict: '', data }), { mime: 'application/pdf', url: 'https://a.example/b.pdf' })
  return html
}

test.each([
  ['a small letter', '[(le M\\302) 333 (etro)] TJ', 'le Métro'],
  ['a letter that begins a word', '[(la \\302) 333 (ecole)] TJ', 'la école'],
  ['a dotless letter', '[(bo\\303) 305 (\\365te)] TJ', 'boîte'],
  ['a capital, raised', '2.4 Ts [(\\302)] TJ 0 Ts [500 (Ecole)] TJ', 'École'],
  ['letters one after the other', '[(sz\\310) 333 (ov\\302) 444 (er\\310) 333 (o)] TJ', 'szövérö'],
  ['a capital that has a cedilla after it', '[(C) 500 (\\313a va)] TJ', 'Ça va'],
])('an accent that is drawn over %s is combined with it', async (_, shown, text) => {
  expect(await textOf(shown)).toBe(`<p>${text}</p>`)
})

test.each([
  ['beside its letter', '[(l\\302) (enfant)] TJ', 'l´enfant'],
  ['over a character that does not combine with it', '[(l\\302) 333 (7)] TJ', 'l´7'],
])('an accent %s is unchanged', async (_, shown, text) => {
  expect(await textOf(shown)).toBe(`<p>${text}</p>`)
})

test('any number of accents is read in one pass', () => {
  const look = { size: 10, bold: false, italic: false, mono: false, href: null, mark: null, baseline: 100 }
  const runs = Array.from({ length: 20_000 }, (_, i) => ({ ...look, text: 'e´', left: i * 5, right: i * 5 + 8 }))
  const joined = withAccents(runs)
  expect(joined).toHaveLength(20_000)
  expect(joined.slice(0, 3).map(({ text }) => text)).toEqual(['e', 'é', 'é'])
  expect(joined.at(-1)!.text).toBe('é´')
})
