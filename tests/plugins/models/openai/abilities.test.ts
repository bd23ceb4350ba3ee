import { expect, test } from 'bun:test'
import { createAbilities } from '../../../../plugins/models/openai/abilities.ts'

const HOUR = 3_600_000
let now = 0
const abilities = () => {
  now = Date.UTC(2026, 0, 1)
  return createAbilities({ now: () => now })
}

test('what a server refused is not asked of it for an hour, and then again', () => {
  const known = abilities()
  known.refused('json_schema')
  known.refused('temperature')
  expect([known.bestFrom('json_schema'), known.takes('temperature'), known.takes('system')]).toEqual([
    'json_object',
    false,
    true,
  ])
  now += HOUR
  expect([known.bestFrom('json_schema'), known.takes('temperature')]).toEqual(['json_schema', true])
})

test('what it refuses later does not bring back what it refused before', () => {
  const known = abilities()
  known.refused('json_schema')
  now += HOUR
  known.refused('temperature')
  expect([known.bestFrom('json_schema'), known.takes('temperature')]).toEqual(['json_schema', false])
})

test('a server that takes no form of JSON is asked by words', () => {
  const known = abilities()
  known.refused('json_schema')
  known.refused('json_object')
  expect(known.bestFrom('json_schema')).toBe('plain')
})
