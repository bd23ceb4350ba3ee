import { expect, test } from 'bun:test'
import bundle from 'playwright-core/lib/utilsBundle'
import { adaptLibrary } from '../../../engines/firefox/adapt-library.ts'

/** What goes out of a message, by its length: a socket that is closed counts the bytes that it was given. */
function sent(message: string | Buffer): number {
  const socket = { readyState: 3, _bufferedAmount: 0 }
  bundle.ws.prototype.send.call(socket, message, () => {})
  return socket._bufferedAmount
}

test('the library opens tabs instead of windows, and does not ask for the console', () => {
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

test('the library decides on what a request is redirected to as on any other that waits for it', () => {
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
