import { describe, expect, test } from 'bun:test'
import Papa from 'papaparse'
import { csvCell, findColumns, writeCsv } from '../../../../plugins/results/formats/csv.ts'
import { writeXml } from '../../../../plugins/results/formats/xml.ts'
import { type Row, rowOf, wholeOf } from '../../../../plugins/results/row.ts'

/** A result as a row that is in memory, or is read in pieces of `piece` characters. */
function rowFrom(result: unknown, { isLarge, left = [], jobId }: Reading, piece = 5): Row {
  const json = JSON.stringify(result)
  async function* read(text: string) {
    for (let at = 0; at < text.length; at += piece) yield text.slice(at, at + piece)
  }
  const source = { size: isLarge ? 65_537 : 65_536, json: () => read(json), pause: async () => {} }
  return rowOf(source, { jobId, left: new Set(left) })
}
interface Reading {
  isLarge: boolean
  left?: string[]
  jobId?: string
}

async function* rowsFrom(results: readonly unknown[], reading: Reading) {
  for (const result of results) yield rowFrom(result, reading)
}
async function textOf(parts: AsyncIterable<string>) {
  let text = ''
  for await (const part of parts) text += part
  return text
}
const csvOf = async (results: readonly unknown[], reading: Reading) =>
  textOf(writeCsv(rowsFrom(results, reading), await findColumns(rowsFrom(results, reading))))
const xmlOf = (results: readonly unknown[], reading: Reading) => textOf(writeXml(rowsFrom(results, reading)))

for (const isLarge of [false, true])
  describe(isLarge ? 'large rows' : 'small rows', () => {
    test('have their fields, without those that are left out, after the job', async () => {
      const read = async (result: unknown, more: Partial<Reading> = {}) => {
        const row = rowFrom(result, { isLarge, ...more })
        return [await row.names(), await wholeOf(row), (await row.fields()) === undefined]
      }
      const result = { a: 1, b: { c: [2, { d: 'x' }] }, e: null }
      expect(await read(result)).toEqual([['a', 'b', 'e'], result, isLarge])
      expect(await read(result, { left: ['b', 'c'], jobId: 'job_1' })).toEqual([
        ['jobId', 'a', 'e'],
        { jobId: 'job_1', a: 1, e: null },
        isLarge,
      ])
      expect(await read(result, { left: ['e'] })).toEqual([['a', 'b'], { a: 1, b: result.b }, isLarge])
      for (const value of [[1, 2], 'text', 5, null, true])
        expect(await read(value, { jobId: 'j' })).toEqual([['jobId', 'value'], { jobId: 'j', value }, isLarge])
    })

    test('are rows of a table, all with the same columns', async () => {
      const results: Record<string, unknown>[] = [
        { a: 1, b: 'say "hi", you' },
        { c: '=1+1', a: null, b: ['x', { d: '"' }] },
        {},
        { b: 'line\nline', c: false, a: 'z' },
        { b: -5, a: '-5' },
      ]
      // A text that is read in pieces is always quoted.
      expect(Papa.parse(await csvOf(results, { isLarge }), { newline: '\r\n' }).data).toEqual([
        ['a', 'b', 'c'],
        ['1', 'say "hi", you', ''],
        ['', '["x",{"d":"\\""}]', "'=1+1"],
        ['', '', ''],
        ['z', 'line\nline', 'false'],
        ["'-5", '-5', ''],
        [''],
      ])
    })

    test('are XML elements, with the type of values other than strings', async () => {
      const results: Record<string, unknown>[] = [
        { title: 'a < b & "c"\r', n: 1.5, yes: true, none: null },
        { list: ['x', 2, [], {}], object: { inner: 'y' } },
        { 'not a name': 'z', 'a"b': 1, xmlns: 'q', constructor: 'k', 'tab\t': '\u0000' },
      ]
      expect(await xmlOf(results, { isLarge })).toBe(
        [
          '<?xml version="1.0" encoding="UTF-8"?>',
          '<results>',
          '<result><title>a &lt; b &amp; "c"&#13;</title><n type="number">1.5</n><yes type="boolean">true</yes><none type="null"/></result>',
          '<result><list type="array"><item>x</item><item type="number">2</item><item type="array"></item><item type="object"></item></list><object type="object"><inner>y</inner></object></result>',
          '<result><field name="not a name">z</field><field name="a&quot;b" type="number">1</field><field name="xmlns">q</field><field name="constructor">k</field><field name="tab&#9;">\ufffd</field></result>',
          '</results>',
          '',
        ].join('\n'),
      )
    })

    test('are JSON below the 64th level', async () => {
      const nested = (depth: number): unknown => (depth === 0 ? { a: '<', b: [1] } : { x: nested(depth - 1) })
      const inner = async (depth: number) => {
        const xml = await xmlOf([nested(depth)], { isLarge })
        expect(xml.match(/<\/x>/g)).toHaveLength(depth)
        return /(?:<x type="(?:object|json)">)+(.*?)<\/x>/.exec(xml)![1]
      }
      expect(await inner(62)).toBe('<a>&lt;</a><b type="array"><item type="number">1</item></b>')
      expect(await inner(63)).toBe('<a>&lt;</a><b type="json">[1]</b>')
      expect(await inner(64)).toBe('{"a":"&lt;","b":[1]}')
    })
  })

test.each([
  [null, ''],
  [undefined, ''],
  [0, '0'],
  [-1, '-1'],
  [false, 'false'],
  ['', ''],
  ['a', 'a'],
  ['a"b', '"a""b"'],
  ['a,b', '"a,b"'],
  ['a\rb', '"a\rb"'],
  ['+1', "'+1"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['＝x', "'＝x"],
  ['a=1', 'a=1'],
  [['=1'], '"[""=1""]"'],
] as const)('the cell of %j is %j', (value, cell) => expect(csvCell(value)).toBe(cell))

test('a table has at most as many columns as a spreadsheet shows', async () => {
  const wide = (count: number) => [Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${i}`, 1]))]
  expect((await findColumns(rowsFrom(wide(16_384), { isLarge: false }))).size).toBe(16_384)
  const refusal = { code: 'invalid_request', details: { parameter: 'format', maximum: 16_384 } }
  await expect(findColumns(rowsFrom(wide(16_385), { isLarge: false }))).rejects.toMatchObject(refusal)
  const names = (length: number) => [{ ['x'.repeat(length)]: 1 }, { ['y'.repeat(524_288)]: 1 }]
  expect((await findColumns(rowsFrom(names(524_288), { isLarge: false }))).size).toBe(2)
  await expect(findColumns(rowsFrom(names(524_289), { isLarge: false }))).rejects.toMatchObject(refusal)
}, 120_000)
