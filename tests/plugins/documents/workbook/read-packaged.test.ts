import { expect, test } from 'bun:test'
import { openPackage } from '../../../../plugins/documents/opc/open-package.ts'
import { readPackaged } from '../../../../plugins/documents/workbook/read-packaged.ts'
import { odfOf } from '../office/zip.ts'

const style = (name: string, display: boolean) =>
  `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${display}"/></style:style>`
const table = (name: string, style: string) =>
  `<table:table table:name="${name}" table:style-name="${style}"><table:table-row><table:table-cell office:value-type="string"><text:p>${name}</text:p></table:table-cell></table:table-row></table:table>`

test('A table of OpenDocument whose style conceals it is hidden', async () => {
  const bytes = odfOf(
    'spreadsheet',
    table('Stock', 'shown') + table('Secret', 'concealed') + table('Notes', 'unknown'),
    style('shown', true) + style('concealed', false),
  )
  const { grids } = await readPackaged(bytes, await openPackage(bytes))
  expect(grids.map(({ name, rows, hidden }) => [name, rows, hidden])).toEqual([
    ['Stock', [['Stock']], false],
    ['Secret', [['Secret']], true],
    ['Notes', [['Notes']], false],
  ])
})
