import { describe, expect, test } from 'bun:test'
import { createLog } from '../../../core/log.ts'
import { checkChannel, checkSignal, Signals } from '../../../core/store/signals.ts'

describe('a signal', () => {
  test('has a channel name that Postgres accepts unquoted', () => {
    for (const channel of ['a', 'jobs.news', 'a-b_c.9', `a${'b'.repeat(61)}`]) checkChannel(channel)
    for (const channel of ['', '9a', 'Jobs', 'a b', `a${'b'.repeat(62)}`])
      expect(() => checkChannel(channel)).toThrow(
        `A channel has up to 62 small letters, digits and . _ - after a first letter, not ${channel}`,
      )
  })
  test('carries up to 7,999 bytes of text without NUL', () => {
    for (const payload of ['', 'x'.repeat(7999), 'ä'.repeat(3999)]) checkSignal('a', payload)
    for (const payload of ['x'.repeat(8000), 'ä'.repeat(4000), 'a\0b'])
      expect(() => checkSignal('a', payload)).toThrow('A signal carries up to 7999 bytes of text without NUL')
    expect(() => checkSignal('A', '')).toThrow(TypeError)
  })
})

function open() {
  const lines: string[] = []
  const signals = new Signals(createLog('text', (line) => lines.push(line)))
  const heard: string[] = []
  const listen = (name: string, channel: string) =>
    signals.add(channel, {
      heard: (payload) => void heard.push(`${name} ${payload}`),
      missed: () => void heard.push(`${name} looks`),
    })
  return { signals, lines, heard, listen }
}

describe('listeners', () => {
  test('hear what is sent on their channel, until they stop listening', () => {
    const { signals, heard, listen } = open()
    const stop = listen('one', 'news')
    listen('other', 'news')
    listen('third', 'else')
    expect(signals.channels).toEqual(['news', 'else'])
    signals.tell('news', 'a')
    stop()
    stop()
    signals.tell('news', 'b')
    signals.tell('nobody', 'c')
    expect(heard).toEqual(['one a', 'other a', 'other b'])
  })

  test("leave their channel with the last of them, and not a later listener's", () => {
    const { signals, listen } = open()
    const stops = [listen('one', 'news'), listen('other', 'news')]
    stops[0]!()
    expect(signals.channels).toEqual(['news'])
    stops[1]!()
    expect(signals.channels).toEqual([])
    listen('third', 'news')
    stops[1]!()
    expect(signals.channels).toEqual(['news'])
  })

  test('look once for what came before they listened, and again if signals were lost', () => {
    const { signals, heard, listen } = open()
    listen('one', 'news')
    listen('other', 'else')
    signals.begin(['news', 'nobody'])
    signals.begin(['news'])
    expect(heard.splice(0)).toEqual(['one looks'])
    signals.lose()
    signals.begin(['news', 'else'])
    expect(heard).toEqual(['one looks', 'other looks'])
  })

  test('do not prevent others from hearing if they fail', () => {
    const { signals, lines, heard, listen } = open()
    signals.add('news', {
      heard() {
        throw new Error('of the listener')
      },
      missed() {},
    })
    listen('other', 'news')
    signals.tell('news', 'a')
    expect([heard, lines.length, lines[0]?.includes('A listener failed')]).toEqual([['other a'], 1, true])
  })

  test('may not use an invalid channel name', () => expect(() => open().listen('one', 'News')).toThrow(TypeError))
})
