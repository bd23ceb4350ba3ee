import { describe, expect, test } from 'bun:test'
import { isLarge, jsonParts, streamJson } from '../../../../core/http/body/json-stream.ts'

const long = `${'a"\n\\\u0001'.repeat(20_000)}${'\u{1F600}'.repeat(70_000)}`
const values: unknown[] = [
  null,
  true,
  1.5,
  'text',
  long,
  `x${long}`,
  '\ud800'.repeat(70_000),
  `${'b'.repeat(65_535)}\ud83d`,
  [],
  {},
  [long, undefined, () => 1, long],
  { a: undefined, b: long, c: () => 1, d: { e: [long, { f: long }] }, 'q"': long },
  Array.from({ length: 50_000 }, (_, i) => ({ i, text: `row ${i}`, none: undefined })),
  { first: undefined, second: long },
]

describe('the parts of a JSON text', () => {
  test.each(values.map((value, i) => [i, value]))('add up to what JSON.stringify gives: value %i', (_, value) => {
    const parts = [...jsonParts(value)]
    expect(parts.join('') === JSON.stringify(value)).toBe(true)
    for (const part of parts) expect(part.length).toBeLessThan(64 * 1024 * 6 + 1)
  })

  test('are many for a deep value, without a call for each level', () => {
    let deep: unknown = long
    for (let i = 0; i < 20_000; i++) deep = { deep }
    expect([...jsonParts(deep)].join('').length).toBeGreaterThan(long.length)
  })
})

test('a value is large by the approximate bytes of its JSON', () => {
  expect(isLarge({ text: 'x'.repeat(1000) }, 1000)).toBe(true)
  expect(isLarge({ text: 'x'.repeat(900) }, 1000)).toBe(false)
  expect(isLarge(new Array(1001), 1000)).toBe(true)
  expect(isLarge({ text: 'ü'.repeat(100_000) }, 150_000)).toBe(true)
  expect(
    isLarge(
      Array.from({ length: 300 }, (_, i) => ({ i })),
      1000,
    ),
  ).toBe(true)
})

test('small parts are gathered up to 64 Ki characters, and empty parts are dropped', async () => {
  const sizes = async (parts: Iterable<string> | AsyncIterable<string>) => {
    const chunks = await Array.fromAsync(streamJson(parts).body!)
    return chunks.map(({ length }) => length)
  }
  const [first, ...rest] = await sizes(Array.from({ length: 100 }, () => 'x'.repeat(1024)))
  expect(first).toBeLessThanOrEqual(65_536)
  expect(rest.length).toBeLessThan(99)
  expect(await sizes(['x'.repeat(65_536), 'y', ''])).toEqual([65_536, 1])
  expect(await sizes(['', 'a', '', 'b'])).toEqual([2])
  expect(await sizes([])).toEqual([])
})

test('other requests are served while a large response is serialized', async () => {
  const value = Array.from({ length: 64 }, () => 'x'.repeat(512 * 1024))
  const reader = streamJson(jsonParts(value)).body!.getReader()
  let turns = 0
  let over = false
  const turn = () => {
    turns++
    if (!over) setImmediate(turn)
  }
  turn()
  let chunks = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    expect(next.value.byteLength).toBeLessThan(200_000)
    chunks++
  }
  over = true
  expect(chunks).toBeGreaterThan(400)
  expect(turns).toBeGreaterThan(chunks / 2)
})

test('a cancelled response is not serialized further', async () => {
  let written = 0
  let ended = false
  function* parts() {
    try {
      for (;;) {
        written++
        yield 'x'.repeat(100_000)
      }
    } finally {
      ended = true
    }
  }
  const reader = streamJson(parts()).body!.getReader()
  await reader.read()
  await reader.cancel()
  expect([written, ended]).toEqual([1, true])
})
