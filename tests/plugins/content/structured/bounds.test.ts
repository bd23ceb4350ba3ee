import { describe, expect, test } from 'bun:test'
import { readJsonLd } from '../../../../plugins/content/structured/json-ld.ts'

/** A block of `length` characters without a comma that it needs. */
const broken = (length: number) => {
  const head = '{"@type":"Product" "name":"'
  return `${head}${'a'.repeat(length - head.length - 2)}"}`
}
const whole = (length: number) => {
  const head = '{"@type":"Product","name":"'
  return `${head}${'a'.repeat(length - head.length - 2)}"}`
}
const nested = (depth: number) => `{"@type":"Product","name":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
const read = (...blocks: string[]) => readJsonLd(blocks).length

describe('long JSON-LD', () => {
  test('is read up to 2,097,152 characters per block', () => {
    expect([read(whole(2_097_152)), read(whole(2_097_153))]).toEqual([1, 0])
  })

  test('is repaired up to 65,536 characters per block', () => {
    expect([read(broken(65_536)), read(broken(65_537))]).toEqual([1, 0])
  })

  test('is repaired up to 131,072 characters per page, and valid blocks after that are read', () => {
    expect(read(broken(65_536), broken(65_536))).toBe(2)
    expect(read(broken(65_536), broken(65_536), broken(100), whole(100))).toBe(3)
    expect(read(broken(65_536), broken(65_436), broken(100))).toBe(3)
    expect(read(broken(65_536), broken(65_436), broken(101))).toBe(2)
    // A block that is too long to be repaired does not count.
    expect(read(broken(65_537), broken(65_536), broken(65_536))).toBe(2)
  })

  test('is repaired if it has at most 5,000 brackets, including those in strings', () => {
    const of = (brackets: number) => `{"@type":"Product" "name":"${'['.repeat(brackets - 1)}"}`
    expect([read(of(5_000)), read(of(5_001))]).toEqual([1, 0])
  })

  test('is read up to 64 levels deep', () => {
    expect([read(nested(64)), read(nested(65))]).toEqual([1, 0])
    // Only the repaired text shows the depth of this one: the unclosed quote hides its brackets.
    expect(read(`{"@type":"Product","a":'"',"name":${'['.repeat(64)}${']'.repeat(64)}}`)).toBe(0)
    expect(read(`{"@type":"Product","a":'"',"name":${'['.repeat(63)}${']'.repeat(63)}}`)).toBe(1)
  })

  test('has nodes that repeat their context up to 200,000 characters', () => {
    const context = `https://example.com/${'c'.repeat(9_978)}`
    const nodes = Array.from({ length: 30 }, () => ({ '@type': 'Product' }))
    const block = JSON.stringify({ '@context': context, '@graph': nodes })
    expect(readJsonLd([block]).filter((node) => '@context' in node)).toHaveLength(20)
    expect(readJsonLd([block])).toHaveLength(30)
  })
})
