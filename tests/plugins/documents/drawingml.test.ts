import { expect, test } from 'bun:test'
import { read } from '../../../plugins/documents/docx/index.ts'
import { docxOf } from './office/zip.ts'

const M = 'http://schemas.openxmlformats.org/officeDocument/2006/math'
const text = (letters: string) => `<m:r><m:t>${letters}</m:t></m:r>`
const formula = async (inner: string) => {
  const { html } = await read(docxOf(`<w:p xmlns:m="${M}"><m:oMath>${inner}</m:oMath></w:p>`), {
    mime: '',
    url: 'https://a.example/',
  })
  return html.replace(/^.*<math[^>]*>|<\/math>.*$/gs, '')
}
const base = `<m:e>${text('a')}</m:e>`
const limit = `<m:lim>${text('n')}</m:lim>`

test.each([
  ['a limit below', `<m:limLow>${base}${limit}</m:limLow>`, '<munder><mrow>A</mrow><mrow>N</mrow></munder>'],
  ['a limit above', `<m:limUpp>${base}${limit}</m:limUpp>`, '<mover><mrow>A</mrow><mrow>N</mrow></mover>'],
  ['a bar', `<m:bar>${base}</m:bar>`, '<munder><mrow>A</mrow><mo>_</mo></munder>'],
  [
    'a bar above',
    `<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${base}</m:bar>`,
    '<mover><mrow>A</mrow><mo>¯</mo></mover>',
  ],
  ['an accent', `<m:acc>${base}</m:acc>`, '<mover><mrow>A</mrow><mo>^</mo></mover>'],
  ['a brace', `<m:groupChr>${base}</m:groupChr>`, '<munder><mrow>A</mrow><mo>⏟</mo></munder>'],
  [
    'a brace above',
    `<m:groupChr><m:groupChrPr><m:chr m:val="⏞"/><m:pos m:val="top"/></m:groupChrPr>${base}</m:groupChr>`,
    '<mover><mrow>A</mrow><mo>⏞</mo></mover>',
  ],
  [
    'a binomial',
    `<m:f><m:fPr><m:type m:val="noBar"/></m:fPr><m:num>${text('a')}</m:num><m:den>${text('n')}</m:den></m:f>`,
    '<mfrac linethickness="0"><mrow>A</mrow><mrow>N</mrow></mfrac>',
  ],
  ['what takes up room', `<m:phant><m:phantPr><m:show m:val="0"/></m:phantPr>${base}</m:phant>${text('n')}`, 'N'],
])('converts %s of an Office formula to MathML', async (_, inner, expected) => {
  const mathml = (await formula(inner)).replaceAll('<mi>a</mi>', 'A').replaceAll('<mi>n</mi>', 'N')
  expect(mathml).toBe(expected)
})
