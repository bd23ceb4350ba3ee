import { describe, expect, test } from 'bun:test'
import { isChunked, parseHead, payloadOf, splitMessage } from '../../../../plugins/warc/record/http-message.ts'
import { countTurns } from '../../../turns.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (part: Uint8Array) => new TextDecoder().decode(part)

describe('the head of an answer', () => {
  const read = (head: string) => {
    const { status, headers } = parseHead(bytes(head))
    return [status, Object.fromEntries(headers)]
  }
  test.each([
    ['HTTP/1.1 200 OK\r\nA: b\r\nC:d \r\n\r\n', [200, { a: 'b', c: 'd' }]],
    ['HTTP/2 404\nA: b\n\n', [404, { a: 'b' }]],
    ['HTTP/1.0 99 x\r\n', [0, {}]],
    ['ICY 200 OK\r\n', [0, {}]],
    ['', [0, {}]],
    ['HTTP/1.1 200\r\nA: b\r\n c\r\n\td\r\nE: f', [200, { a: 'b c d', e: 'f' }]],
    ['HTTP/1.1 200\r\nA: b\r\nA: c', [200, { a: 'b, c' }]],
    ['HTTP/1.1 200\r\nno field\r\n: none\r\nbad name: x\r\nA : b', [200, { a: 'b' }]],
  ])('%#', (head, expected) => expect(read(head)).toEqual(expected))
})

describe('a message', () => {
  const split = (message: string) => {
    const [{ status }, body] = splitMessage(bytes(message))
    return [status, text(body)]
  }
  test.each([
    ['HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody\r\n\r\nmore', [200, 'body\r\n\r\nmore']],
    ['HTTP/1.1 200 OK\nA: b\n\nbody', [200, 'body']],
    ['HTTP/1.1 200 OK\r\n\r\n', [200, '']],
    ['HTTP/1.1 200 OK\r\nA: b', [200, '']],
    ['HTTP/1.1 200 OK\nA: b\r\n\r\nbody', [200, 'body']],
    ['HTTP/1.1 200 OK', [200, '']],
    ['', [0, '']],
  ])('%#', (message, expected) => expect(split(message)).toEqual(expected))
})

describe('a body', () => {
  const payload = async (body: string, coding: string | null = 'chunked') =>
    text(
      await payloadOf(
        { status: 200, headers: new Headers(coding === null ? {} : { 'transfer-encoding': coding }) },
        bytes(body),
      ),
    )
  test.each([
    ['5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nA: b\r\n\r\n', 'hello world'],
    ['A\n0123456789\n0\n', '0123456789'],
    ['5\r\nhel', 'hel'],
    ['5\r\nhello\r\n', 'hello'],
    ['5\r\nhello\r\nnonsense\r\nx', 'hello'],
    ['-1\r\nx', ''],
    ['', ''],
    ['5', ''],
  ])('in chunks: %#', async (body, expected) => expect(await payload(body)).toBe(expected))

  test('in very many chunks is read while other requests are served', async () => {
    const turns = countTurns()
    expect(await payload('1\r\na\r\n'.repeat(300_000))).toHaveLength(300_000)
    expect(turns.end()).toBeGreaterThan(2)
  })

  test('without chunks is unchanged', async () => {
    expect([await payload('5\r\nhello', null), await payload('5\r\nhello', 'gzip')]).toEqual([
      '5\r\nhello',
      '5\r\nhello',
    ])
    const codings = ['gzip, Chunked ', 'chunked, gzip', 'unchunked', 'chunked']
    expect(codings.map((coding) => isChunked(new Headers({ 'transfer-encoding': coding })))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})
