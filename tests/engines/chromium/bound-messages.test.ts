import { expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { boundMessages, boundSocketMessages } from '../../../engines/chromium/bound-messages.ts'
import { MAX_EVENTS } from '../../../engines/chromium/event-counts.ts'
import { TOO_LONG } from '../../../engines/playwright/index.ts'

/** The messages that a library receives from its browser; each ends with a zero byte. */
function open() {
  const messages: string[] = []
  const commands: object[] = []
  const transport = {
    _pendingBuffers: [] as Buffer[],
    send: (command: object) => void commands.push(command),
    _dispatch(bytes: Buffer) {
      transport._pendingBuffers.push(bytes)
      if (!bytes.includes(0)) return
      const parts = Buffer.concat(transport._pendingBuffers).toString('latin1').split('\0')
      const waiting = parts.pop()!
      transport._pendingBuffers = waiting === '' ? [] : [Buffer.from(waiting, 'latin1')]
      messages.push(...parts)
    },
  }
  const browser = { _connection: { toImpl: () => ({ _connection: { _transport: transport } }) } }
  boundMessages(browser as unknown as Browser)
  return {
    commands,
    /** The start of a message that was dropped is left as an empty message. */
    taken: () => messages.filter((message) => message.length > 0),
    ask: (id: number, method: string) => transport.send({ id, method }),
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
const answer = (id: number, length: number) => `{"id":${id},"result":"${'a'.repeat(length)}","sessionId":"S${id}"}`

test('console messages of pages are dropped, and other events if they are longer than 1 MiB', () => {
  const loud = ['Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded']
  for (const step of [1 << 20, 16 * 1024]) {
    const { taken, send } = open()
    const sent = [
      ...loud.map((method) => event(method, 1000)),
      ...loud.map((method) => event(method, 200_000)),
      event('Network.webSocketFrameSent', 2_000_000),
      event('Network.dataReceived', 200_000),
      '{"id":1,"result":{}}',
    ]
    for (const message of sent) send(`${message}\0`, step)
    expect(taken()).toEqual(sent.slice(-2))
  }
})

test('a page that causes too many events, by itself or by its workers, is ended once', () => {
  const { send, taken, commands } = open()
  const by = (session: string) => `{"method":"Log.entryAdded","params":{},"sessionId":"${session}"}\0`
  const turn = (what: string, session: string, of?: string) => {
    const from = of === undefined ? '' : `,"sessionId":"${of}"`
    return `{"method":"Target.${what}Target","params":{"sessionId":"${session}","targetId":"T"}${from}}\0`
  }
  send(turn('attachedTo', 'PAGE') + turn('attachedTo', 'WORKER', 'PAGE') + turn('attachedTo', 'NESTED', 'WORKER'))
  const most = MAX_EVENTS - 2
  send(by('OTHER').repeat(MAX_EVENTS))
  send(by('PAGE').repeat(most - 2) + by('WORKER') + by('NESTED'))
  expect(commands).toEqual([])
  send(by('NESTED'))
  const ending = { id: 1_000_000_000, method: 'Page.crash', sessionId: 'PAGE' }
  expect(commands).toEqual([ending])
  send(by('PAGE') + by('WORKER'))
  expect(commands).toEqual([ending])
  // The browser never answers that command, or only with an error, which the library did not ask for.
  send(
    '{"id":1000000000,"error":{"code":-32000,"message":"Target crashed"},"sessionId":"PAGE"}\0{"id":1,"result":{}}\0',
  )
  expect(taken().at(-1)).toBe('{"id":1,"result":{}}')
  expect(taken().length).toBe(4)
  // A session that has ended counts no more.
  send(turn('detachedFrom', 'OTHER') + by('OTHER').repeat(MAX_EVENTS))
  expect(commands).toEqual([ending])
  send(by('OTHER'))
  expect(commands).toMatchObject([ending, { method: 'Page.crash', sessionId: 'OTHER' }])
})

test('an answer that is too long fails its command, unless it is a picture or a file', () => {
  for (const step of [1 << 25, 1 << 22]) {
    const { taken, ask, send } = open()
    ask(1, 'Runtime.evaluate')
    ask(2, 'Page.printToPDF')
    ask(3, 'Page.captureScreenshot')
    const sent = [1, 2, 3, 3, 1].map((id, at) => answer(id, at < 4 ? 17_000_000 : 1_000_000))
    for (const message of sent) send(`${message}\0`, step)
    const failed = (id: number) => JSON.stringify({ id, error: { message: TOO_LONG }, sessionId: `S${id}` })
    // No command is waiting for the second answer to the same command.
    expect(taken()).toEqual([failed(1), sent[1]!, sent[2]!, failed(3), sent[4]!])
  }
})

test('a paused request whose event is too long is continued, and its answer is not shown to the library', () => {
  for (const step of [1 << 20, 10]) {
    const { taken, send, commands } = open()
    const start = '{"method":"Fetch.requestPaused","params":{"requestId":"interception-job-1.0","request":{"postData":"'
    send(`${start}${'a'.repeat(1_500_000)}"}},"sessionId":"S1"}\0`, Math.max(step, 1000))
    expect(commands).toEqual([
      {
        id: 1_000_000_000,
        method: 'Fetch.continueRequest',
        params: { requestId: 'interception-job-1.0' },
        sessionId: 'S1',
      },
    ])
    send('{"id":1000000000,"result":{},"sessionId":"S1"}\0{"id":1,"result":{}}\0', step)
    expect(taken()).toEqual(['{"id":1,"result":{}}'])
  }
})

test('the messages of a browser on another machine have the same bounds', () => {
  const commands: object[] = []
  const emitted: unknown[][] = []
  const transport = {
    send: (command: object) => void commands.push(command),
    _ws: { emit: (...given: unknown[]) => emitted.push(given) > 0 },
  }
  const browser = { _connection: { toImpl: () => ({ _connection: { _transport: transport } }) } }
  boundSocketMessages(browser as unknown as Browser)
  transport.send({ id: 1, method: 'Runtime.evaluate' })
  transport.send({ id: 2, method: 'Page.printToPDF' })
  const start = '{"method":"Fetch.requestPaused","params":{"requestId":"job-1","request":{"postData":"'
  const sent = [
    event('Network.requestWillBeSent', 1000),
    event('Network.requestWillBeSent', 2_000_000),
    event('Runtime.consoleAPICalled', 1000),
    answer(1, 17_000_000),
    answer(2, 17_000_000),
    `${start}${'a'.repeat(1_500_000)}"}},"sessionId":"S1"}`,
    '{"id":1000000000,"result":{},"sessionId":"S1"}',
  ]
  for (const message of sent) expect(transport._ws.emit('message', Buffer.from(message), false)).toBe(true)
  transport._ws.emit('close', 1000)
  expect(emitted.map(([name, data]) => [name, String(data)])).toEqual([
    ['message', sent[0]!],
    ['message', JSON.stringify({ id: 1, error: { message: TOO_LONG }, sessionId: 'S1' })],
    ['message', sent[4]!],
    ['close', '1000'],
  ])
  expect(commands.slice(2)).toEqual([
    { id: 1_000_000_000, method: 'Fetch.continueRequest', params: { requestId: 'job-1' }, sessionId: 'S1' },
  ])
})
