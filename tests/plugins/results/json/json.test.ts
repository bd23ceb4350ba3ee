import { expect, test } from 'bun:test'
import { decode, JsonScanner, type Token } from '../../../../plugins/results/json/scan-json.ts'
import { JsonWriter } from '../../../../plugins/results/json/write-json.ts'
import { Random } from '../../../bench/fuzz/random.ts'

const texts = ['', 'a', '"', '\\', 'ü\u{1F600}', 'line\nbreak\t', '\u0001', '\ud800', '{"[', ',:', 'x'.repeat(50)]
const values = [0, -1.5e-7, 1e300, true, false, null]

/** A random JSON value. */
function randomValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 4 ? 2 : 4)
  if (kind === 0) return random.of(texts)
  if (kind === 1) return random.of(values)
  const inner = Array.from({ length: random.below(4) }, () => randomValue(random, depth + 1))
  if (kind === 2) return inner
  return Object.fromEntries(inner.map((value, i) => [`${i}${random.of(texts)}`, value]))
}

function tokensOf(pieces: readonly string[]): Token[] {
  const scanner = new JsonScanner()
  return [...pieces.flatMap((piece) => [...scanner.scan(piece)]), ...scanner.end()]
}

test('JSON that is parsed in chunks, wherever it is cut, is written again unchanged', () => {
  const random = new Random(1)
  for (let round = 0; round < 2000; round++) {
    const value = randomValue(random)
    const json = JSON.stringify(value, null, random.below(3))
    const pieces: string[] = []
    for (let at = 0; at < json.length; ) {
      const end = at + 1 + random.below(12)
      pieces.push(json.slice(at, end))
      at = end
    }
    const writer = new JsonWriter()
    const written = tokensOf(pieces)
      .map((token) => writer.write(token))
      .join('')
    expect(written).toBe(JSON.stringify(value))
  }
})

test('a text in chunks is decoded chunk by chunk, with marks of its start and end', () => {
  const json = JSON.stringify({ text: 'one "two"\u0001three' })
  const tokens = tokensOf([...json]).filter((token) => token.kind === 'text')
  expect(tokens.map(({ json }) => decode(json)).join('')).toBe('one "two"\u0001three')
  expect(tokens.filter(({ begins }) => begins)).toEqual([tokens[0]!])
  expect(tokens.filter(({ ends }) => ends)).toEqual([tokens.at(-1)!])
})
