import { describe, expect, spyOn, test } from 'bun:test'
import { parseJson, parseLongJson } from '../../../../core/http/body/parse-json.ts'

const unlimited = { opened() {}, member() {} }
const parse = (text: string) => parseJson(text, unlimited)
/** The value that a parser gives for a text, or that it refuses it. */
const outcome = async (read: () => unknown) => {
  try {
    return { value: await read() }
  } catch (error) {
    return { refused: (error as Error).name }
  }
}
const same = async (text: string) => {
  const [wanted, had] = [await outcome(() => JSON.parse(text)), await outcome(() => parse(text))]
  expect(had).toEqual(wanted)
  // Serializing it again shows the key order, and names such as `__proto__`.
  if ('value' in wanted) expect(JSON.stringify((had as { value: unknown }).value)).toBe(JSON.stringify(wanted.value))
}

const long = 'x'.repeat(70_000)
const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ email: `p${i}@x.test`, more: { id: i, s: 'a"b\\' } }))

describe('a long text gives what JSON.parse gives', () => {
  test.each([
    ['rows', JSON.stringify({ data: rows(5000), fields: [{ name: 'x' }] })],
    ['rows with white space', JSON.stringify({ data: rows(3000), after: [1, 2, 3] }, null, 2)],
    ['lists in lists', JSON.stringify([rows(2000), [rows(1500), []], {}, [[rows(1200)]]])],
    ['long strings', JSON.stringify({ a: long, b: [long, `${long}"\\`, { c: long }], d: '' })],
    ['a single string', JSON.stringify(long)],
    ['many names', JSON.stringify(Object.fromEntries(rows(6000).map((row, i) => [`k${i}`, row])))],
    [
      'duplicate names',
      `{"a":${JSON.stringify(rows(1500))},"b":1,"a":2,"c":"${long}","b":${JSON.stringify(rows(1500))}}`,
    ],
    ['__proto__', `{"__proto__":${JSON.stringify(rows(1500))},"x":"${long}","constructor":{"__proto__":1}}`],
    ['a list of white space', `[${' '.repeat(70_000)}]`],
    ['an object of white space', `  {${'\n'.repeat(70_000)}}  `],
    ['numbers', `[${Array.from({ length: 40_000 }, (_, i) => (i % 3 ? i * 1.5e3 : -i)).join(' , ')}]`],
  ])('%s', (_, text) => same(text))

  test('and treats special property names as plain names', async () => {
    const value = (await parse(`{"__proto__":{"polluted":1},"x":"${long}"}`)) as object
    expect([Object.getPrototypeOf(value), Object.hasOwn(value, '__proto__')]).toEqual([Object.prototype, true])
  })
})

describe('a long text that JSON.parse refuses is refused', () => {
  const many = JSON.stringify(rows(2000))
  test.each([
    ...[`${many}]`, `[${many}`, `${many},1`, `[${many},]`, `[,${many}]`, `[${many},,1]`, `[1,,${many}]`, `[${many} 1]`],
    ...[
      `[1 ${many}]`,
      `{"a":${many}`,
      `{"a":${many}}}`,
      `{"a":${many},}`,
      `{"a" ${many}}`,
      `{${many}}`,
      `{"a":"b":${many}}`,
    ],
    ...[`{"a":1 "b":${many}}`, `{"a":${many} "b":1}`, `{a:${many}}`, `{"a":1,:${many}}`, `[${many}}`, `{"a":${many}]`],
    ...[`x${many}`, `${many}x`, `"${long}`, `["${long}]`, `[${' '.repeat(70_000)},]`, `[,${' '.repeat(70_000)}]`],
    ...[`[1,${' '.repeat(70_000)},2]`, `{"a":1,${' '.repeat(70_000)},"b":2}`, `[${long}]`, long, ' '.repeat(70_000)],
    ...[`[${many},"\u0001"]`, `[${many.replace('"p7@', '"\t@')}]`, `{"a":[${many}],"b":01}`, `[${many}\u00a0]`],
  ])('%#', (text) => same(text))
})

test('randomly damaged texts are read or refused as by JSON.parse', async () => {
  const whole = JSON.stringify({ data: rows(1500), list: [[1, 2, rows(900)], 'x'], note: long.slice(0, 3000) })
  const pieces = ['', ',', '[', ']', '{', '}', '"', ':', ' ', '\\', '0', 'null', '[]', '{}', '"a":1']
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % below
  }
  let refused = 0
  for (let i = 0; i < 150; i++) {
    const at = random(whole.length)
    const text = whole.slice(0, at) + pieces[random(pieces.length)] + whole.slice(at + random(3))
    await same(text)
    if ('refused' in (await outcome(() => JSON.parse(text)))) refused++
  }
  expect(refused).toBeGreaterThan(50)
  expect(refused).toBeLessThan(150)
})

test('other requests are served while a long text is parsed', async () => {
  const text = JSON.stringify(rows(200_000))
  let turns = 0
  const turn = () => {
    turns++
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  await parse(text)
  clearImmediate(next)
  expect(turns).toBeGreaterThan(5)
})

test('a long text is parsed in pieces of about 64 KiB, or one member', async () => {
  const mostAtOnce = async (text: string) => {
    const parser = spyOn(JSON, 'parse')
    try {
      await parse(text)
      return Math.max(...parser.mock.calls.map(([part]) => part.length))
    } finally {
      parser.mockRestore()
    }
  }
  const some = JSON.stringify(rows(1000))
  for (const text of [JSON.stringify(rows(5000)), `{"a":[${some},${some},5],"b":${some}}`]) {
    expect(text.length).toBeGreaterThan(2 * 65_536)
    expect(await mostAtOnce(text)).toBeWithin(32_768, 66_000)
  }
  expect(await mostAtOnce(JSON.stringify({ long, short: 1 }))).toBeWithin(70_000, 71_000)
  const [whole, over] = [65_536, 65_537].map((length) => `[${'1'.padStart(length - 2)}]`)
  expect([await mostAtOnce(whole!), await mostAtOnce(over!)]).toEqual([65_536, 65_537])
})

test('the depth of each list and the number of members are reported before anything is parsed', async () => {
  const told: string[] = []
  const limits = {
    opened: (depth: number) => void told.push(`opened ${depth}`),
    member: (count: number) => void told.push(`member ${count}`),
  }
  expect(await parseJson('{"a,[":[1,[]],"b\\\\":{"c\\"{":2}}', limits)).toEqual({ 'a,[': [1, []], 'b\\': { 'c"{': 2 } })
  expect(told).toEqual(['opened 1', 'opened 2', 'member 1', 'opened 3', 'member 2', 'opened 2'])
  const refuse = () => {
    throw new RangeError('too deep')
  }
  await expect(parseJson('[nonsense', { ...limits, opened: refuse })).rejects.toThrow('too deep')
})

test('the JSON of another server is undefined if it is invalid, or nested too deep', async () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(await parseLongJson('[1, {"a": 2}]')).toEqual([1, { a: 2 }])
  expect(await parseLongJson('[1')).toBeUndefined()
  expect(await parseLongJson(nested(100))).toBeArray()
  expect(await parseLongJson(nested(8_000_000))).toBeUndefined()
  const many = (count: number) => `{"a":[${'1,'.repeat(count)}1]}`
  expect(await parseLongJson(many(1_000_000))).toBeObject()
  expect(await parseLongJson(many(3_000_000))).toBeUndefined()
})
