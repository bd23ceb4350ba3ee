import { expect, test } from 'bun:test'
import bundle from 'playwright-core/lib/utilsBundle'
import { adaptLibrary } from '../../../engines/firefox/adapt-library.ts'
import { TOO_LONG } from '../../../engines/playwright/index.ts'

/** The length of a message that is sent: a closed socket counts the bytes that it was given. */
function sent(message: string | Buffer): number {
  const socket = { readyState: 3, _bufferedAmount: 0 }
  bundle.ws.prototype.send.call(socket, message, () => {})
  return socket._bufferedAmount
}

test('the library opens tabs instead of windows, and does not subscribe to the console', () => {
  adaptLibrary()
  const create = '{"method":"browsingContext.create","params":{"type":"window"}}'
  const subscribe = '{"method":"session.subscribe","params":{"events":["log","network"]}}'
  expect([sent(create), sent(subscribe)]).toEqual([
    create.length - ('window'.length - 'tab'.length),
    subscribe.length - '"log",'.length,
  ])
  const others = ['{"method":"other","params":{"type":"window","events":["log","network"]}}', Buffer.from(create)]
  for (const other of others) expect(sent(other)).toBe(other.length)
})

test('the library intercepts redirected requests like any others', () => {
  adaptLibrary()
  const received = (message: object) => {
    const bytes = Buffer.from(JSON.stringify(message))
    let told: unknown
    const socket = { _events: { message: (data: Uint8Array) => (told = JSON.parse(`${data}`)) }, _eventsCount: 1 }
    bundle.ws.prototype.emit.call(socket as never, 'message', bytes, false)
    return told
  }
  const event = (isBlocked: boolean, redirectCount: number) => ({
    method: 'network.beforeRequestSent',
    params: { isBlocked, redirectCount, request: { url: 'https://site.test/?a="redirectCount":3' } },
  })
  expect(received(event(true, 2))).toEqual(event(true, 0))
  expect(received(event(false, 2))).toEqual(event(false, 2))
  expect(received({ ...event(true, 2), method: 'other' })).toEqual({ ...event(true, 2), method: 'other' })
})

test('an event that is too long is dropped, and such an answer is a failure unless it is a picture or a file', () => {
  adaptLibrary()
  const told: unknown[] = []
  const listen = (data: Uint8Array) => void told.push(JSON.parse(`${data}`))
  const socket = { readyState: 3, _bufferedAmount: 0, _events: { message: listen }, _eventsCount: 1 }
  const ask = (id: number, method: string) =>
    bundle.ws.prototype.send.call(socket, JSON.stringify({ id, method, params: {} }), () => {})
  const receive = (message: object) =>
    bundle.ws.prototype.emit.call(socket as never, 'message', Buffer.from(JSON.stringify(message)), false)
  const event = (length: number) => ({ type: 'event', method: 'network.beforeRequestSent', params: 'a'.repeat(length) })
  const answer = (id: number, length: number) => ({ type: 'success', id, result: 'a'.repeat(length) })
  ask(1, 'script.evaluate')
  ask(2, 'network.getData')
  ask(3, 'browsingContext.print')
  for (const length of [100_000, 2_000_000]) receive(event(length))
  for (const id of [1, 2, 3]) receive(answer(id, 17_000_000))
  const failure = { type: 'error', id: 1, error: 'unknown error', message: TOO_LONG }
  expect(told).toEqual([event(100_000), failure, answer(2, 17_000_000), answer(3, 17_000_000)])
})
