import { expect, test } from 'bun:test'
import { bulletsOf } from '../../../../plugins/documents/pptx/bullets.ts'
import { parseXml } from '../../../../plugins/documents/xml/xml-tree.ts'

const tree = (xml: string) => {
  const parsed = parseXml(xml)
  if ('refused' in parsed) throw new Error(parsed.refused)
  return parsed
}
const styles = (bullet: string) => `<a:lvl1pPr>${bullet}</a:lvl1pPr>`
const shape = (placeholder: string, body: string) =>
  `<p:sp><p:nvSpPr><p:nvPr><p:ph ${placeholder}/></p:nvPr></p:nvSpPr>${body}</p:sp>`
const listing = (bullet: string) => `<p:txBody><a:lstStyle>${styles(bullet)}</a:lstStyle></p:txBody>`
const layout = tree(
  `<p:sldLayout><p:spTree>${
    shape('idx="1"', listing('<a:buAutoNum startAt="3"/>')) +
    shape('type="pic" idx="2"', '') +
    shape('type="subTitle" idx="3"', listing('<a:buNone/>'))
  }</p:spTree></p:sldLayout>`,
)
const master = tree(
  `<p:sldMaster><p:spTree>${shape('type="dt"', listing('<a:buChar char="•"/>'))}</p:spTree>` +
    `<p:txStyles><p:titleStyle>${styles('<a:buNone/>')}</p:titleStyle>` +
    `<p:bodyStyle>${styles('<a:buChar char="•"/>')}</p:bodyStyle></p:txStyles></p:sldMaster>`,
)

test.each([
  ['that of the placeholder in the layout, by its index', { type: 'body', index: '1' }, 0, { start: 3 }],
  ['that of the placeholder by its type, if it has no index', { type: 'subTitle', index: undefined }, 0, 'none'],
  [
    'that of the master’s texts, if the placeholder in the layout has no text',
    { type: 'pic', index: '2' },
    0,
    'bullet',
  ],
  ['that of the master’s placeholder, if the layout has none', { type: 'dt', index: undefined }, 0, 'bullet'],
  ['that of titles', { type: 'title', index: undefined }, 0, 'none'],
  ['unknown on a level without a definition', { type: 'body', index: '1' }, 1, undefined],
] as const)('the bullet of a paragraph is %s', (_, placeholder, level, expected) => {
  expect(bulletsOf(layout, master)(placeholder, level)).toEqual(expected)
})

test('there is none without a layout and a master', () => {
  expect(bulletsOf(undefined, undefined)({ type: 'body', index: '1' }, 0)).toBeUndefined()
})
