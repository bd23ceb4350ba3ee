import { describe, expect, test } from 'bun:test'
import { capOutput, jsonBytes } from '../../../../plugins/extract/fill/cap-output.ts'
import { estimateTokens } from '../../../../plugins/extract/fill/chunks.ts'
import { cutLists } from '../../../../plugins/extract/fill/cut-lists.ts'
import { isEmpty, merge } from '../../../../plugins/extract/fill/merge.ts'
import { missingFrom } from '../../../../plugins/extract/fill/missing.ts'
import { promptOf, visibleText } from '../../../../plugins/extract/fill/prompt.ts'
import { relax } from '../../../../plugins/extract/fill/relax.ts'
import { Random } from '../../../bench/fuzz/random.ts'
import { growth, LINEAR } from '../../../growth.ts'

describe('the merged data of two parts of a document', () => {
  test.each([
    [1, 2, 1],
    [0, 2, 0],
    [false, true, false],
    [null, 2, 2],
    ['', 2, 2],
    [undefined, 2, 2],
    [1, null, 1],
    [null, undefined, null],
    [undefined, null, null],
    [undefined, '', ''],
    [
      [1, 2],
      [2, 3, 3],
      [1, 2, 3],
    ],
    [[{ a: 1 }], [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 2 }]],
    [[1], { a: 1 }, [1]],
    [{ a: 1 }, [1], { a: 1 }],
    [{ a: 1 }, 5, { a: 1 }],
    [
      { a: 1, b: null, c: { d: null } },
      { a: 2, b: 3, c: { d: 4 }, e: [5] },
      { a: 1, b: 3, c: { d: 4 }, e: [5] },
    ],
  ])('of %j and %j are %j', (one, other, both) => expect(merge(one, other)).toEqual(both as never))

  test('keep 0 and false as values', () => {
    expect([undefined, null, '', 0, false, [], {}].map(isEmpty)).toEqual([
      ...[true, true, true, false, false, false, false],
    ])
  })
})

test('merged lists are cut to the limits of the schema', () => {
  const list = (items: object = {}) => ({ type: 'array', maxItems: 2, items })
  const schema = {
    properties: {
      names: list(),
      deep: list({ properties: { tags: { $ref: '#/$defs/tags' } } }),
      all: { type: 'array' },
    },
    $defs: { tags: list() },
  }
  const three = [1, 2, 3]
  const deep = [{ tags: three, other: three }]
  expect(cutLists({ names: three, deep: [...deep, {}, {}], all: three, unknown: three }, schema)).toEqual({
    names: [1, 2],
    deep: [{ tags: [1, 2], other: three }, {}],
    all: three,
    unknown: three,
  })
})

test('properties of a schema that the data lack are returned by path', () => {
  const schema = {
    properties: {
      name: { type: 'string' },
      price: { type: 'number' },
      tags: { type: 'array' },
      maker: { properties: { name: {}, address: { properties: { city: {} } } } },
      any: true,
    },
  }
  const missing = (data: unknown) => missingFrom(data, schema)
  expect(missing({ name: 'A', price: 0, tags: ['x'], maker: { name: 'M', address: { city: 'C' } }, any: 1 })).toEqual(
    [],
  )
  expect(missing({ name: '', price: null, tags: [], maker: { address: {} } })).toEqual([
    ...['name', 'price', 'tags', 'maker.name', 'maker.address.city', 'any'],
  ])
  expect(missing(null)).toEqual(['name', 'price', 'tags', 'maker', 'any'])
  expect(missingFrom({}, { properties: { constructor: {} } })).toEqual(['constructor'])
  expect(missingFrom({}, {})).toEqual([])
})

describe('data', () => {
  const bytes = (value: unknown) => JSON.stringify(value).length
  test('are unchanged if they are within the limit', () => {
    const data = { list: ['aaaa', 'bbbb'] }
    expect(capOutput(data, bytes(data))).toEqual({ data, warnings: [] })
    expect(jsonBytes('ä')).toBe(4)
    expect(jsonBytes(undefined)).toBe(0)
  })

  test('lose the end of their longest list, at any depth', () => {
    const data = { short: ['a'], deep: [{ long: Array.from({ length: 50 }, (_, i) => `entry ${i}`) }] }
    const given = structuredClone(data)
    const { data: capped, warnings } = capOutput(data, 400)
    expect(bytes(capped)).toBeLessThanOrEqual(400)
    expect(bytes(capped)).toBeGreaterThan(400 - 13)
    expect(warnings).toEqual(['The result was larger than 256 KiB: the end of its longest list is left out'])
    // The input is not changed.
    expect(data).toEqual(given)
    expect((capped as typeof data).short).toEqual(['a'])
  })

  test('lose the content of the only entry of a list before that entry', () => {
    const product = { name: 'A', reviews: Array.from({ length: 50 }, (_, i) => `review ${i}`) }
    const { data } = capOutput({ products: [product, { name: 'B' }] }, 200)
    expect(data).toEqual({ products: [{ name: 'A', reviews: product.reviews.slice(0, 14) }] })
    expect(capOutput({ list: ['x'.repeat(100)] }, 50).data).toEqual({ list: [] })
  })

  test('are cut to the limit, however their lists are nested', () => {
    const random = new Random(7)
    const make = (depth: number): unknown => {
      const kind = depth === 0 ? 2 : random.below(4)
      const several = () => Array.from({ length: random.below(5) }, () => make(depth - 1))
      if (kind === 0) return several()
      if (kind === 1) return { list: several(), other: make(depth - 1), none: undefined }
      return 'ä"'.repeat(random.below(9))
    }
    for (let i = 0; i < 300; i++) {
      const data = { list: Array.from({ length: 4 }, () => make(5)), last: [make(3)] }
      const [least, size] = [jsonBytes({ list: [], last: [] }), jsonBytes(data)]
      const most = least + random.below(Math.max(size - least, 1))
      expect(jsonBytes(capOutput(data, most).data)).toBeLessThanOrEqual(most)
    }
  })

  test('with many lists are cut in linear time', () => {
    const make = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, ['a', 'b']]))
    const least = (data: Record<string, string[]>) => Object.keys(data).length * 14
    expect(growth(make, (data) => capOutput(data, least(data)), 100)).toBeLessThan(LINEAR)
  })

  test('without a list to cut are refused', () => {
    const refusal = { code: 'extraction_failed', details: { reason: 'too_large', maximum: 10 } }
    for (const data of [{ text: 'x'.repeat(100) }, { list: [], text: 'x'.repeat(100) }])
      expect(() => capOutput(data, 10)).toThrow(expect.objectContaining(refusal))
  })
})

test('the schema for a part requires nothing at any depth, except within alternatives', () => {
  const inner = { type: 'object', required: ['a'], minProperties: 1, properties: { a: { minItems: 2, maxItems: 3 } } }
  const loose = { type: 'object', properties: { a: { maxItems: 3 } } }
  expect(
    relax({
      ...inner,
      items: inner,
      additionalProperties: inner,
      $defs: { d: inner, e: true },
      patternProperties: { '^x': inner },
      contains: inner,
      anyOf: [inner],
      allOf: [inner, true],
      description: 'kept',
    }),
  ).toEqual({
    ...loose,
    items: loose,
    additionalProperties: loose,
    $defs: { d: loose, e: true },
    patternProperties: { '^x': loose },
    anyOf: [inner],
    allOf: [loose, true],
    description: 'kept',
  })
  expect(relax({ items: true, additionalProperties: false })).toEqual({ items: true, additionalProperties: false })
})

test('a token is four characters, or two thirds of a character in other scripts', () => {
  expect(['', 'a', 'abcd', 'abcde', 'äöüß', '東', '東京', '東京都', 'abcd東京都'].map(estimateTokens)).toEqual([
    ...[0, 1, 1, 2, 1, 1, 2, 2, 3],
  ])
})

describe('the text of a page for a model', () => {
  test.each([
    ['![a picture](x.png) b', '![](x.png) b'],
    ['a ![one](x) ![two](y)', 'a ![](x) ![](y)'],
    ['![a \\](x] b](y)', '![](y)'],
    ['![no image] b', '![no image] b'],
    ['![over\nlines](x)', '![over\nlines](x)'],
    ['![at the end', '![at the end'],
    ['[link](https://a.example/ "Do this") b', '[link](https://a.example/) b'],
    ['[link](a "with \\" in it")', '[link](a)'],
    ['say "hello"', 'say "hello"'],
    ['a\u200bb\u2066c\u{e0041}d\ufeff', 'abcd'],
    ['[a](/b_(c) "do this") d', '[a](/b_(c)) d'],
    [`[a](/b 'do "this"') d`, '[a](/b) d'],
    ['[a](/b "do \\"this\\"") d', '[a](/b) d'],
    ['`](`[a](/b "do this")', '`](`[a](/b)'],
    ['[a](/b "this) is not one', '[a](/b "this) is not one'],
    ['[a](/b "do this"\n[c](/d "or this")', '[a](/b "do this"\n[c](/d)'],
  ])('%j is shown as %j', (markdown, shown) => expect(visibleText(markdown)).toBe(shown))

  test('is within an unpredictable fence, after the prompt', () => {
    const part = [{ url: 'https://a.example/', text: 'TEXT' }]
    const parts = { part, prompt: 'ASKED', systemPrompt: 'SYSTEM' }
    const { system, user } = promptOf(parts)
    const [, mark] = /BEGIN ([0-9a-f]{24})\n/.exec(user) ?? []
    expect(user).toBe(`ASKED\n\nBEGIN ${mark}\nAddress of the page: https://a.example/\n\nTEXT\nEND ${mark}`)
    expect(system.split('\n\n').slice(1)).toEqual(['SYSTEM', expect.stringContaining(`BEGIN ${mark} and END ${mark}`)])
    expect(promptOf(parts).user).not.toBe(user)
    const plain = promptOf({ ...parts, prompt: '', systemPrompt: undefined })
    expect([plain.user.split('\n')[0], plain.system.split('\n\n').length]).toEqual([
      'Fill in the schema from this page.',
      2,
    ])
  })
})
