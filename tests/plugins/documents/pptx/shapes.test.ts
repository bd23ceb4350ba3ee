import { expect, test } from 'bun:test'
import { parsePart } from '../../../../plugins/documents/opc/parse-part.ts'
import { noBullets } from '../../../../plugins/documents/pptx/bullets.ts'
import { readShapes } from '../../../../plugins/documents/pptx/shapes.ts'

const relations = new Map([
  ['out', { target: 'https://a.example/more', isExternal: true, type: '' }],
  ['own', { target: 'https://a.example/own', isExternal: true, type: '' }],
  ['slide', { target: 'ppt/slides/2.xml', isExternal: false, type: '' }],
])
const htmlOf = (shapes: string) =>
  readShapes(parsePart(`<p:spTree>${shapes}</p:spTree>`), { relations, figures: new Map(), bullets: noBullets }).html
const click = (id: string) => `<a:hlinkClick r:id="${id}"/>`
const button = (id: string, properties = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2">${click(id)}</p:cNvPr></p:nvSpPr>` +
  `<p:txBody><a:p><a:r>${properties}<a:t>Read on</a:t></a:r></a:p></p:txBody></p:sp>`

test('the link of a shape applies to its text, except for text with a link of its own', () => {
  expect(htmlOf(button('out'))).toBe('<p><a href="https://a.example/more">Read on</a></p>')
  expect(htmlOf(button('out', '<a:rPr b="1"/>'))).toBe(
    '<p><a href="https://a.example/more"><strong>Read on</strong></a></p>',
  )
  expect(htmlOf(button('out', `<a:rPr>${click('own')}</a:rPr>`))).toBe(
    '<p><a href="https://a.example/own">Read on</a></p>',
  )
  expect(htmlOf(button('slide'))).toBe('<p>Read on</p>')
})

test('characters of symbol fonts are read', () => {
  const text = (font: string, shown: string) =>
    `<p:sp><p:txBody><a:p><a:r><a:rPr>${font}</a:rPr><a:t>${shown}</a:t></a:r></a:p></p:txBody></p:sp>`
  expect(htmlOf(text('<a:sym typeface="Wingdings"/>', 'boil \uf0e0 pour'))).toBe('<p>boil → pour</p>')
  expect(htmlOf(text('<a:latin typeface="Arial"/><a:sym typeface="Symbol"/>', 'x \uf0de y'))).toBe('<p>x ⇒ y</p>')
})

test('a picture keeps its link', () => {
  const picture = (id: string) =>
    `<p:pic><p:nvPicPr><p:cNvPr id="2" descr="Our logo">${click(id)}</p:cNvPr></p:nvPicPr></p:pic>`
  expect(htmlOf(picture('out'))).toBe('<a href="https://a.example/more"><img src="#picture" alt="Our logo"></a>')
  expect(htmlOf(picture('slide'))).toBe('<img src="#picture" alt="Our logo">')
})

test('the number of a slide is not text, unless it is within other text', () => {
  const box = (before: string) =>
    `<p:sp><p:txBody><a:p><a:pPr algn="r"/>${before}<a:fld type="slidenum"><a:t>7</a:t></a:fld><a:endParaRPr/></a:p>` +
    '</p:txBody></p:sp>'
  expect(htmlOf(box(''))).toBe('')
  expect(htmlOf(box('<a:r><a:t> </a:t></a:r>'))).toBe('')
  expect(htmlOf(box('<a:r><a:t>Page </a:t></a:r>'))).toBe('<p>Page 7</p>')
})
