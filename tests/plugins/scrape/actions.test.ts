import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'

let weir: Running
beforeAll(async () => {
  weir = await startWeir({ WEIR_METERING: 'off' })
})
afterAll(() => weir.close())

const refusalOf = async (action: object) => {
  const body = { url: 'http://127.0.0.1:9/', actions: [{ type: 'wait', milliseconds: 1 }, action] }
  const { status, body: answer } = await weir.post('/v1/scrape', body)
  return [status, answer.error.code, answer.error.details]
}

test.each([
  [{ type: 'wait', milliseconds: 1, text: 'x' }, 'wait does not take text; it takes milliseconds, selector'],
  [{ type: 'click', selector: '#go', value: 'x' }, 'click does not take value; it takes selector, all'],
  [{ type: 'press', key: 'Enter', selektor: '#go' }, 'press does not take selektor; it takes key, selector'],
  [{ type: 'screenshot', pixels: 3 }, 'screenshot does not take pixels; it takes no parameters'],
  [
    { type: 'executeJavascript', value: '1', selector: 'a' },
    'executeJavascript does not take selector; it takes value',
  ],
  [{ type: 'select', selector: 'a' }, 'select needs value'],
  [{ type: 'wait' }, 'wait needs milliseconds or selector'],
])('an action is refused for a field that its type does not have, or lacks: %j', async (action, reason) => {
  expect(await refusalOf(action)).toEqual([400, 'invalid_actions', { index: 1, reason }])
})

test('an action may have a description, and write takes its text under either name', async () => {
  const actions = [
    { type: 'write', selector: '#who', value: 'Ada', description: 'Says who it is' },
    { type: 'scroll', direction: 'down', pixels: 10, selector: '#end' },
  ]
  const { body } = await weir.post('/v1/scrape', { url: 'http://127.0.0.1:9/', actions })
  expect(body.error.code).not.toBe('invalid_actions')
})
