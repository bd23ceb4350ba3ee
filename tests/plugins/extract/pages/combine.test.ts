import { describe, expect, test } from 'bun:test'
import { combine } from '../../../../plugins/extract/pages/combine.ts'

const combined = (...data: unknown[]) => {
  const { extractedData, sourceUrls } = combine(
    data.map((one, i) => ({ url: `u${i}`, data: one })),
    { properties: { few: { type: 'array', maxItems: 2 } } },
  )
  return [extractedData, sourceUrls]
}

describe('pages', () => {
  test('that agree on something and contradict each other in nothing are one thing', () => {
    expect(combined({ name: 'A', price: 1 }, { name: ' a ', size: 2 })).toEqual([
      [{ name: 'A', price: 1, size: 2 }],
      ['u0', 'u1'],
    ])
    expect(combined({ name: 'A', few: [1, 2] }, { name: 'A', few: [3] })[0]).toEqual([{ name: 'A', few: [1, 2] }])
    expect(combined({ a: { b: 1, c: null } }, { a: { b: 1, c: 2 } })).toEqual([[{ a: { b: 1, c: 2 } }], ['u0', 'u1']])
  })

  test('that contradict each other, or have nothing in common, are separate things', () => {
    expect(combined({ name: 'A', price: 1 }, { name: 'A', price: 2 })[0]).toHaveLength(2)
    expect(combined({ name: 'A' }, { price: 2 })[0]).toHaveLength(2)
    expect(combined({ name: 'A', of: { b: 1 } }, { name: 'A', of: 5 })[0]).toHaveLength(2)
    // Equal booleans or lists do not show that they are one thing.
    expect(combined({ inStock: true, a: 1 }, { inStock: true, b: 2 })[0]).toHaveLength(2)
    expect(combined({ tags: ['x'], a: 1 }, { tags: ['x'], b: 2 })[0]).toHaveLength(2)
    expect(combined({ inStock: true, name: 'A' }, { inStock: false, name: 'A' })[0]).toHaveLength(2)
    expect(combined({ name: 'A', tags: ['x'] }, { name: 'A', tags: ['y'] })[0]).toEqual([
      { name: 'A', tags: ['x', 'y'] },
    ])
  })

  test('join the first thing that they may describe', () => {
    expect(combined({ id: 1, a: 1 }, { id: 2, a: 2 }, { id: 2, b: 3 })).toEqual([
      [
        { id: 1, a: 1 },
        { id: 2, a: 2, b: 3 },
      ],
      ['u0', 'u1', 'u2'],
    ])
  })

  test('without values are left out, unless all are', () => {
    expect(combined({ a: null, b: [], c: { d: '' } }, { a: 0 }, [null])).toEqual([[{ a: 0 }], ['u1']])
    expect(combined({ a: null }, {})).toEqual([[{ a: null }], ['u0']])
    expect(combined()).toEqual([[], []])
  })
})
