import { expect, test } from 'bun:test'
import { utils, write } from '@e965/xlsx'
import { openPackage } from '../../../../plugins/documents/opc/open-package.ts'
import { readPackaged } from '../../../../plugins/documents/workbook/read-packaged.ts'
import { odfOf } from '../office/zip.ts'

const style = (name: string, display: boolean) =>
  `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${display}"/></style:style>`
const table = (name: string, style: string) =>
  `<table:table table:name="${name}" table:style-name="${style}"><table:table-row><table:table-cell office:value-type="string"><text:p>${name}</text:p></table:table-cell></table:table-row></table:table>`

test('a table of OpenDocument is hidden if its style hides it', async () => {
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

test('hours of more than a day in XLSX are not dates', async () => {
  const sheet = utils.aoa_to_sheet([['Hours'], [1.5], [100.125], [0.5]])
  for (const cell of ['A2', 'A3']) sheet[cell].z = '[h]:mm'
  sheet.A4.z = 'h:mm'
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Work')
  const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }))
  const { rows } = (await readPackaged(bytes, await openPackage(bytes))).grids[0]!
  expect(rows.map(([cell]) => cell).slice(0, 3)).toEqual(['Hours', '36:00:00', '2403:00:00'])
  expect(rows[3]![0]).toBeInstanceOf(Date)
})

test('hours in OpenDocument are written as times, however many there are', async () => {
  const cell = (hours: string) =>
    `<table:table-row><table:table-cell office:value-type="time" office:time-value="PT${hours}H30M00S"/></table:table-row>`
  const bytes = odfOf('spreadsheet', `<table:table table:name="Work">${cell('36')}${cell('120')}</table:table>`)
  expect((await readPackaged(bytes, await openPackage(bytes))).grids[0]!.rows).toEqual([['36:30:00'], ['120:30:00']])
})

test('links are read from cells and from formulas', async () => {
  const sheet = utils.aoa_to_sheet([['Page'], ['Own'], ['Made'], ['Quoted'], ['Reckoned']])
  sheet.A2.l = { Target: 'https://a.example/own' }
  sheet.A3.f = 'HYPERLINK("https://a.example/made", "Made")'
  sheet.A4.f = '_xlfn.CONCAT(hyperlink( "https://a.example/?q=""x"""))'
  sheet.A5.f = 'HYPERLINK(B5&"x")'
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Pages')
  const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }))
  const { links } = (await readPackaged(bytes, await openPackage(bytes))).grids[0]!
  expect(links).toEqual(['https://a.example/own', 'https://a.example/made', 'https://a.example/?q="x"'])
  const cell = `<table:table-cell table:formula="of:=HYPERLINK(&quot;https://a.example/made&quot;;&quot;Made&quot;)" office:value-type="string" office:string-value="Made"><text:p>Made</text:p></table:table-cell>`
  const open = odfOf(
    'spreadsheet',
    `<table:table table:name="Pages"><table:table-row>${cell}</table:table-row></table:table>`,
  )
  expect((await readPackaged(open, await openPackage(open))).grids[0]!.links).toEqual(['https://a.example/made'])
})
