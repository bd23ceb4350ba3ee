import { expect, test } from 'bun:test'
import { createAbilities } from '../../../../plugins/models/openai/abilities.ts'

const HOUR = 3_600_000
let now = 0
const abilities = () => {
  now = Date.UTC(2026, 0, 1)
  return createAbilities({ now: () => now })
}

test('a refused ability is not used for an hour, and then again', () => {
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

test('a later refusal does not extend an earlier one', () => {
  const known = abilities()
  known.refused('json_schema')
  now += HOUR
  known.refused('temperature')
  expect([known.bestFrom('json_schema'), known.takes('temperature')]).toEqual(['json_schema', false])
})

test('a server that takes no form of JSON is asked in the prompt', () => {
  const known = abilities()
  known.refused('json_schema')
  known.refused('json_object')
  expect(known.bestFrom('json_schema')).toBe('plain')
})
