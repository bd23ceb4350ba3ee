import { describe, expect, test } from 'bun:test'
import { t } from '../../../../core/index.ts'
import { badActions } from '../../../../plugins/scrape/options/read-actions.ts'
import type { ScrapeBody } from '../../../../plugins/scrape/schema.ts'
import { read, refusal } from './read.ts'

describe('actions', () => {
  const actions = (...given: object[]) => refusal({ actions: given as unknown as ScrapeBody['actions'] })
  test('have the fields of their type, without descriptions', () => {
    expect(
      actions(
        { type: 'click', selector: 'a', description: 'first' },
        { type: 'input', selector: 'a', value: 'v' },
        { type: 'write', selector: 'a', text: 't', value: 'v' },
        { type: 'wait', milliseconds: 0 },
        { type: 'wait', selector: 'a' },
        { type: 'screenshot' },
        { type: 'press', key: 'Enter' },
        { type: 'scroll' },
      ),
    ).toMatchObject({
      request: {
        actions: [
          { type: 'click', selector: 'a' },
          { type: 'input', selector: 'a', value: 'v', text: 'v' },
          { type: 'input', selector: 'a', text: 't', value: 'v' },
          { type: 'wait', milliseconds: 0 },
          { type: 'wait', selector: 'a' },
          { type: 'screenshot' },
          { type: 'press', key: 'Enter' },
          { type: 'scroll' },
        ],
      },
    })
    expect(read({ actions: [{ type: 'screenshot', description: 'x' }] }).request.actions).toEqual([
      { type: 'screenshot' },
    ])
  })

  test.each([
    ['actions', [], 'actions must be wrong', { index: 20, reason: 'actions must be wrong' }],
    ['actions', 'click', 'actions must be wrong', { index: 0, reason: 'actions must be wrong' }],
    ['actions.2', 1, 'Action 2: it must be wrong', { index: 2, reason: 'it must be wrong' }],
    ['actions.2.type', 1, 'Action 2: type must be wrong', { index: 2, reason: 'type must be wrong' }],
  ])('that the schema refuses at %s are reported by their index (%#)', (path, value, message, details) => {
    const schema = t.Array(t.Object({}), { maxItems: 20 })
    const refused = badActions({ path, message: 'wrong', schema, value })
    expect(refused).toMatchObject({ code: 'invalid_actions', message, details })
  })

  test.each<[object, string]>([
    [{ type: 'click' }, 'click needs selector'],
    [{ type: 'input', selector: 'a' }, 'input needs text'],
    [{ type: 'write', selector: 'a' }, 'write needs text'],
    [{ type: 'input', text: 'a' }, 'input needs selector'],
    [{ type: 'scrape', selector: 'a' }, 'scrape does not take selector; it takes no parameters'],
    [{ type: 'wait' }, 'wait needs milliseconds or selector'],
    [{ type: 'press', selector: 'a' }, 'press needs key'],
    [{ type: 'hover' }, 'hover needs selector'],
    [{ type: 'select', selector: 'a' }, 'select needs value'],
    [{ type: 'executeJavascript' }, 'executeJavascript needs value'],
    [{ type: 'screenshot', selector: 'a' }, 'screenshot does not take selector; it takes no parameters'],
    [{ type: 'scroll', text: 'a' }, 'scroll does not take text; it takes direction, pixels, selector'],
    [
      { type: 'click', selector: 'a', ['x'.repeat(101)]: 1 },
      `click does not take ${'x'.repeat(100)}; it takes selector, all`,
    ],
  ])('are refused with their index and the reason, %#', (action, reason) => {
    expect(actions({ type: 'screenshot' }, action)).toEqual([
      'invalid_actions',
      `Action 1: ${reason}`,
      { index: 1, reason },
    ])
  })
})
