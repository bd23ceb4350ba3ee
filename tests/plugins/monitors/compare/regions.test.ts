import { describe, expect, test } from 'bun:test'
import {
  hash,
  Memory,
  nothing,
  orderChange,
  type PageKnowledge,
  regionsOf,
} from '../../../../plugins/monitors/compare/regions.ts'

const replaced = (removed: string[], added: string[], before = 'above', after = 'below') =>
  regionsOf({ removed, added, before, after })
/** What is known after a region had each of these values, one per run. */
function runs(values: readonly string[], known: PageKnowledge = nothing) {
  let now = known
  const rotates: boolean[] = []
  for (const value of values) {
    const memory = new Memory(now)
    if (value !== '') rotates.push(memory.rotates(orderChange(value)))
    now = memory.settle()
  }
  return { rotates, known: now }
}

describe('the explanation of a replacement', () => {
  test('is the tokens of similar lines, and a slot for the rest', () => {
    const [tokens, slot, ...more] = replaced(['seen 5 of 9', 'ad one'], ['seen 7 of 9', 'ad two', 'ad three'])
    expect(more).toEqual([])
    expect(tokens).toEqual({
      region: {
        ...{ kind: 'tokens', before: 'seen \0 of \0', after: '', places: [0] },
        ...{ isVolatile: false, history: 0, value: '' },
      },
      value: hash('seen 7 of 9'),
    })
    expect(slot).toMatchObject({
      region: { kind: 'slot', before: 'above', after: 'below', places: [] },
      value: hash('ad two\nad three'),
    })
  })

  test('is a slot if lines were only removed, or only added', () => {
    const kinds = (removed: string[], added: string[]) => replaced(removed, added).map(({ region }) => region.kind)
    expect([kinds(['a'], []), kinds([], ['a']), kinds(['a 1'], ['a 2']), kinds([], [])]).toEqual([
      ['slot'],
      ['slot'],
      ['tokens'],
      [],
    ])
  })

  test('is kept short for long lines, and is a slot for those in which much changes', () => {
    const long = 'x'.repeat(1001)
    expect(replaced([`${long} 1`], [`${long} 2`])).toMatchObject([
      { region: { kind: 'tokens', before: hash(`${long} \0`), places: [0] } },
    ])
    const kinds = (count: number) =>
      replaced([' 1'.repeat(count)], [' 2'.repeat(count)]).map(({ region }) => region.kind)
    expect([kinds(500), kinds(501)]).toEqual([['tokens'], ['slot']])
  })
})

describe('a region', () => {
  test('changes by itself if it did in five of the last six runs', () => {
    expect(runs(['a', 'b', 'c', 'd', 'e']).rotates).toEqual([false, false, false, false, true])
    expect(runs(['a', 'b', 'c', 'c', 'd', 'e']).rotates).toEqual([false, false, false, false, false, true])
    expect(runs(['a', 'b', 'c', 'c', 'd', 'd', 'e']).rotates.at(-1)).toBe(false)
    expect(runs(['a', 'b', 'c', '', 'd', 'e']).rotates.at(-1)).toBe(true)
    expect(runs(['a', 'b', 'c', '', '', 'd', 'e']).rotates.at(-1)).toBe(false)
  })

  test('is forgotten if it has not changed for six runs', () => {
    const { known } = runs(['a'])
    expect(known.regions).toMatchObject([{ kind: 'order', history: 1, value: 'a' }])
    expect(runs(['a', 'a', 'a', 'a', 'a', 'a'], nothing).known.regions).toHaveLength(1)
    expect(runs(['', '', '', '', '', ''], known).known.regions).toEqual([])
    expect(runs(['', '', '', '', ''], known).known.regions).toMatchObject([{ history: 32 }])
  })

  test('of tokens that changes by itself is left out of lines from then on', () => {
    let known = nothing
    for (let i = 0; i < 5; i++) {
      const memory = new Memory(known)
      expect(memory.masked('seen 5')).toBe('seen 5')
      for (const became of replaced([`seen ${i}`], [`seen ${i + 1}`])) memory.rotates(became)
      known = memory.settle()
    }
    expect(known.regions).toMatchObject([{ kind: 'tokens', isVolatile: true, places: [0] }])
    const memory = new Memory(known)
    expect([memory.masked('seen 5'), memory.masked('sold 5'), [...memory.volatileTokens('seen 9')]]).toEqual([
      'seen \0',
      'sold 5',
      [0],
    ])
    // It stays known in runs without a change.
    expect(runs(['', '', '', '', '', '', ''], known).known.regions).toHaveLength(1)
  })

  test('grows by tokens that are found later', () => {
    const memory = new Memory(nothing)
    for (const [old, now] of [
      ['1 of 2', '3 of 2'],
      ['3 of 2', '3 of 4'],
    ])
      for (const became of replaced([old!], [now!])) memory.rotates(became)
    expect(memory.settle().regions).toMatchObject([{ places: [0, 1] }])
  })

  test('is one of 200: those that change by themselves and those that changed last come first', () => {
    const memory = new Memory(nothing)
    for (let i = 0; i < 201; i++) for (const became of replaced([], [`line ${i}`], `above ${i}`)) memory.rotates(became)
    memory.flickered('\0', [0])
    const { regions } = memory.settle()
    expect([regions.length, regions[0]?.kind, regions.at(-1)?.before]).toEqual([200, 'tokens', 'above 198'])
  })

  test('that is known is not modified by later findings', () => {
    const { known } = runs(['a'])
    const copy = structuredClone(known)
    runs(['b'], known)
    expect(known).toEqual(copy)
  })
})

describe('tokens', () => {
  test('that differ on each look change by themselves at once', () => {
    const memory = new Memory(nothing)
    memory.flickered('at \0:\0', [1])
    memory.flickered('at \0:\0', [])
    memory.flickered(
      'at many',
      Array.from({ length: 501 }, (_, i) => i),
    )
    expect(memory.settle().regions).toMatchObject([
      { kind: 'tokens', before: 'at \0:\0', places: [1], isVolatile: true },
    ])
  })

  test('are left out in a single run if nothing else is known', () => {
    const memory = new Memory(nothing)
    memory.maskTokens('seen \0 of \0', [1])
    memory.maskTokens('seen \0 of \0', [0])
    memory.maskTokens(`${'x'.repeat(1000)} \0`, [0])
    expect(memory.masked('seen 5 of 9')).toBe('seen \0 of \0')
    expect(memory.masked(`${'x'.repeat(1000)} 5`)).toEndWith(' \0')
    expect(memory.settle().regions).toEqual([])
  })
})

describe('lines', () => {
  test('that came and went, or moved, are known, up to the latest 500', () => {
    const memory = new Memory(nothing)
    for (let i = 0; i < 501; i++) {
      memory.cameAndWent(`ad ${i}`)
      memory.movedAbout(`entry ${i}`)
    }
    memory.cameAndWent('ad 1')
    memory.movedAbout('entry 1')
    const known = new Memory(memory.settle())
    expect(['ad 0', 'ad 1', 'ad 2', 'ad 500', 'entry 1'].map((line) => known.isVisitor(line))).toEqual([
      ...[false, true, true, true, false],
    ])
    expect(['entry 0', 'entry 1', 'entry 500', 'ad 1'].map((line) => known.isShuffled(line))).toEqual([
      ...[false, true, true, false],
    ])
    expect([new Memory(nothing).isVisitor(''), new Memory(nothing).isShuffled('')]).toEqual([false, false])
  })
})
