import { describe, expect, test } from 'bun:test'
import { plain, read, refusal } from './read-body.ts'

describe('CSV', () => {
  test('becomes rows with typed values, and a Markdown table', async () => {
    const { json, markdown, text, html, parserName, contentSource } = await read(
      'Name,Price,Code,Name\r\n"Gadget, blue",24.5,007,a|b\r\nWidget,-3,,"two\nlines"\r\n',
      'text/csv; charset=utf-8',
    )
    expect(plain(json)).toEqual([
      { Name: 'Gadget, blue', Price: 24.5, Code: '007', 'Name 2': 'a|b' },
      { Name: 'Widget', Price: -3, Code: null, 'Name 2': 'two\nlines' },
    ])
    expect(markdown).toBe(
      '| Name | Price | Code | Name 2 |\n| --- | --- | --- | --- |\n' +
        '| Gadget, blue | 24.5 | 007 | a\\|b |\n| Widget | -3 |  | two lines |\n',
    )
    expect(text).toBe('Name\tPrice\tCode\tName 2\nGadget, blue\t24.5\t007\ta|b\nWidget\t-3\t\ttwo\nlines')
    expect(html).toContain('<td>Gadget, blue</td>')
    expect([parserName, contentSource]).toEqual(['spreadsheet', 'data'])
  })

  test('gives its rows by default', async () => {
    expect(plain((await read('a,b\n1,2\n', 'text/csv', ['markdown'])).json)).toEqual([{ a: 1, b: 2 }])
  })

  test('may be separated by tabs or semicolons', async () => {
    expect(plain((await read('a\tb\n1\t2,5\n', 'text/tab-separated-values')).json)).toEqual([{ a: 1, b: '2,5' }])
    expect(plain((await read('a;b\n1;2,5\n', 'text/csv')).json)).toEqual([{ a: 1, b: '2,5' }])
  })

  test('may declare its separator in a first line, which is not a row', async () => {
    for (const [line, part] of [
      ['sep=;', ';'],
      ['"sep=|"', '|'],
      ['SEP=\t', '\t'],
    ])
      expect(plain((await read(`${line}\r\na,x${part}b\r\n1${part}2\r\n`, 'text/csv')).json)).toEqual([
        { 'a,x': 1, b: 2 },
      ])
    expect(plain((await read('sep=x,b\n1,2\n', 'text/csv')).json)).toEqual([{ 'sep=x': 1, b: 2 }])
  })

  test('may have lines above its table, like a workbook', async () => {
    const { json, markdown } = await read('"Sales, 2025"\n\nIn euros,,\nItem,Q1,Q2\nKettle,3,4\n', 'text/csv')
    const rows = [{ Item: 'Kettle', Q1: 3, Q2: 4 }]
    expect(plain(json)).toEqual({ sheets: [{ name: '', notes: ['Sales, 2025', 'In euros'], rows }] })
    expect(markdown).toBe('Sales, 2025\n\nIn euros\n\n| Item | Q1 | Q2 |\n| --- | --- | --- |\n| Kettle | 3 | 4 |\n')
  })

  test('has no column names if its first row has numbers', async () => {
    expect(plain((await read('1,2\n3,4\n', 'text/csv')).json)).toEqual([
      { column1: 1, column2: 2 },
      { column1: 3, column2: 4 },
    ])
  })

  test('keeps numbers as text if they would lose digits', async () => {
    expect(plain((await read('id\n12345678901234567890\n', 'text/csv')).json)).toEqual([{ id: '12345678901234567890' }])
  })

  test('may have a column named __proto__', async () => {
    const { json } = await read('__proto__,a\nx,1\n', 'text/csv')
    expect(JSON.stringify(json)).toBe('[{"__proto__":"x","a":1}]')
  })

  test('is read up to a million cells, including missing ones', async () => {
    const row = `${'1,'.repeat(9)}2\n`
    const whole = await read(row.repeat(100_000), 'text/csv', ['json'])
    expect([(whole.json as unknown[]).length, whole.warnings]).toEqual([100_000, undefined])
    const cut = await read(row.repeat(100_001), 'text/csv', ['json'])
    expect((cut.json as unknown[]).length).toBe(100_000)
    expect(cut.warnings).toEqual(['The table was cut: at most 16,384 columns and 1,000,000 cells of it are read'])
    const ragged = await read(`${'a,'.repeat(9_999)}a\n${'1\n'.repeat(1_000)}`, 'text/csv', ['json'])
    // 99 rows, whose missing cells would multiply.
    expect((ragged.json as unknown[]).length).toBeLessThan(99)
    expect(ragged.warnings).toEqual([...cut.warnings!, expect.stringMatching(/^The json was cut at 943.5 KiB/)])
  }, 120_000)

  test('has no rows if it is empty', async () => {
    expect(await read('', 'text/csv')).toMatchObject({ json: [], markdown: '' })
  })

  test('is not what a workbook is read as', async () => {
    const zip = new TextEncoder().encode(`PK\u0003\u0004${'.'.repeat(40)}xl/workbook.xml`)
    expect(await refusal(zip, 'application/octet-stream')).toEqual([500, 'scraping_failed', 'damaged'])
  })
})
