import { expect, test } from 'bun:test'
import { isObject, JsonText, jsonOf, objectOf, parseJson, valueOf } from 'weirjs'
import { isLarge, jsonParts } from '../../core/http/body/json-stream.ts'
import { packResult } from '../../core/jobs/store/pack-result.ts'

const value = { title: 'A 😀 kettle', list: [1, null, 'x'] }
const text = JSON.stringify(value)

test('a JsonText is put into a response unchanged, however large', () => {
  const answer = { data: { json: new JsonText(text), none: undefined } }
  expect(JSON.stringify(answer)).toBe(`{"data":{"json":${text}}}`)
  expect([...jsonParts(answer)].join('')).toBe(JSON.stringify(answer))
  const large = new JsonText(JSON.stringify(`${'😀'.repeat(200_000)}`))
  const parts = [...jsonParts({ large, after: 1 })]
  expect(parts.join('')).toBe(`{"large":${large.text},"after":1}`)
  expect(parts.every((part) => part.isWellFormed() && part.length <= 64 * 1024)).toBe(true)
  expect([isLarge({ large }, 300_000), isLarge({ large }, 500_000)]).toEqual([true, false])
})

test('a JsonText is parsed on demand', () => {
  expect([jsonOf(new JsonText(text)), jsonOf(value), jsonOf(undefined)]).toEqual([text, text, undefined])
  expect([valueOf(new JsonText(text)), valueOf(value)]).toEqual([value, value])
})

test('a result with a JsonText is packed like one with its value', async () => {
  const [small, large] = [1000, 300_000].map((length) => 'kettle '.repeat(length))
  const plain = await packResult({ small, large, twin: large, json: value })
  const written = await packResult({ small, large, twin: large, json: new JsonText(text) })
  expect(written).toEqual(plain)
  expect(plain.bodies).toHaveLength(2)
})

test('arrays and null are not objects', () => {
  const values = [{}, { a: 1 }, [], null, 'x', 1, undefined]
  expect(values.map(isObject)).toEqual([true, true, false, false, false, false, false])
  expect(values.map(objectOf)).toEqual([{}, { a: 1 }, {}, {}, {}, {}, {}])
})

test('invalid JSON is parsed as undefined', () => {
  expect(['{"a":1}', 'null', '', '{'].map(parseJson)).toEqual([{ a: 1 }, null, undefined, undefined])
})

test('JSON that nests deeper than anything that walks it can follow is parsed as undefined', () => {
  const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`
  expect(JSON.stringify(parseJson(nested(500)))).toBe(nested(500))
  expect([nested(502), '['.repeat(1_000_000)].map(parseJson)).toEqual([undefined, undefined])
  // Brackets in strings, and lists beside each other, do not nest.
  const flat = `[${JSON.stringify('[{"\\'.repeat(600))}${',[]'.repeat(600)}]`
  expect(JSON.stringify(parseJson(flat))).toBe(flat)
})
