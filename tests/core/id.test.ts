import { describe, expect, test } from 'bun:test'
import { isId, newId } from '../../core/id.ts'

describe('an id', () => {
  // Later than any id that this process has made.
  const later = Date.UTC(2200, 0, 1)
  const groups = (id: string) => id.slice(id.indexOf('_') + 1).split('-')

  test('has its kind and its time, and counts up within a millisecond', () => {
    const [first, second, next] = [newId('job', later), newId('job', later), newId('job', later + 1)]
    const hex = later.toString(16).padStart(12, '0')
    expect([first, second].map((id) => groups(id).slice(0, 3))).toEqual([
      [hex.slice(0, 8), hex.slice(8), '7000'],
      [hex.slice(0, 8), hex.slice(8), '7001'],
    ])
    expect(groups(next)[2]).toBe('7000')
    expect([first, second, next].toSorted()).toEqual([first, second, next])
  })

  test('sorts after earlier ones, even if the clock was set back or the count has overflowed', () => {
    const all = Array.from({ length: 4097 }, (_, i) => newId('job', later + 10 - (i % 2)))
    expect(all.toSorted()).toEqual(all)
    expect([groups(all[4095]!)[2], groups(all[4096]!)[2]]).toEqual(['7fff', '7000'])
    expect(newId('key').startsWith('key_')).toBe(true)
  })

  test('is recognised by its form', () => {
    const id = newId('job')
    expect(isId('job', id)).toBe(true)
    for (const other of [id.slice(0, -1), `${id}0`, id.toUpperCase(), id.replace('-7', '-4'), `x${id}`, 'job_', ''])
      expect([other, isId('job', other)]).toEqual([other, false])
    expect(isId('key', id)).toBe(false)
  })
})
