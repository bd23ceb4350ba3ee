import { expect, test } from 'bun:test'
import { isPresentational } from '../../../../plugins/documents/opc/presentation.ts'

test('elements that only describe the look are skipped in each format, and no others', () => {
  const looks =
    'w:proofErr w:tblGrid w:tcW w:shd w:szCs w:vAlign w:keepNext w:u w:latentStyles w:pBdr w:rPrChange w:sectPrChange ' +
    'w:numberingChange m:ctrlPr a:solidFill a:spcAft a:buFont a:buClr a:tcPr p:timing p:clrMap ' +
    'style:paragraph-properties style:page-layout style:master-page text:soft-page-break text:bookmark ' +
    'text:bookmark-start style:list-level-properties'
  expect(looks.split(' ').filter((name) => !isPresentational(name))).toEqual([])
  const more =
    'w:p w:r w:t w:b w:i w:strike w:numPr w:tbl w:tr w:tc w:gridSpan w:vMerge w:hyperlink a:t a:r a:p text:p text:h'
  expect(more.split(' ').filter(isPresentational)).toEqual([])
})
