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

test('a refused schema is not sent again, and schemas count as refused after a second one', () => {
  const known = abilities()
  const best = () => ['a', 'b', undefined].map(known.bestFor)
  known.refusedWith('a')
  known.refusedWith('a')
  expect(best()).toEqual(['json_object', 'json_schema', 'json_object'])
  known.refusedWith('b')
  expect(best()).toEqual(['json_object', 'json_object', 'json_object'])
  now += HOUR
  known.refusedWith('a')
  expect(best()).toEqual(['json_object', 'json_schema', 'json_object'])
})

test('a server that has accepted a schema refuses single ones only', () => {
  const known = abilities()
  known.acceptedSchema()
  known.refusedWith('a')
  known.refusedWith('b')
  expect(['a', 'b', 'c'].map(known.bestFor)).toEqual(['json_schema', 'json_object', 'json_schema'])
})
