import { expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { dropConsoleMessages } from '../../../engines/chromium/drop-console-messages.ts'

/** The messages that a library takes from its browser, which end with a zero byte. */
function open() {
  const messages: string[] = []
  const transport = {
    _pendingBuffers: [] as Buffer[],
    _dispatch(bytes: Buffer) {
      const parts = Buffer.concat([...transport._pendingBuffers, bytes])
        .toString('latin1')
        .split('\0')
      const waiting = parts.pop()!
      transport._pendingBuffers = waiting === '' ? [] : [Buffer.from(waiting, 'latin1')]
      messages.push(...parts)
    },
  }
  const browser = { _connection: { toImpl: () => ({ _connection: { _transport: transport } }) } }
  dropConsoleMessages(browser as unknown as Browser)
  return {
    messages,
    send: (text: string, step = text.length) => {
      for (let at = 0; at < text.length; at += step)
        transport._dispatch(Buffer.from(text.slice(at, at + step), 'latin1'))
    },
  }
}
const event = (method: string, length: number) => {
  const head = `{"method":"${method}","x":"`
  return `${head}${'a'.repeat(length - head.length - 2)}"}`
}

test('what pages say to the console is taken up to 64 KiB, and what else the browser tells, whole', () => {
  const loud = ['Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded']
  for (const step of [1 << 20, 16 * 1024]) {
    const { messages, send } = open()
    const sent = [
      ...loud.map((method) => event(method, 1000)),
      ...loud.map((method) => event(method, 200_000)),
      event('Network.dataReceived', 200_000),
      '{"id":1,"result":{}}',
    ]
    for (const message of sent) send(`${message}\0`, step)
    const taken = messages.filter((message) => message.length > 0)
    expect(taken.slice(0, 3)).toEqual(sent.slice(0, 3))
    expect(taken.slice(-2)).toEqual(sent.slice(-2))
    expect(Math.max(...taken.slice(3, -2).map(({ length }) => length), 0)).toBeLessThanOrEqual(64 * 1024)
  }
})
