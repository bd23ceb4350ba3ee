import { describe, expect, test } from 'bun:test'
import type { ContentFormat } from 'weirjs/schemas'
import { parseTimedText } from '../../../../plugins/content/transcript/timed-text.ts'
import { stampOf } from '../../../../plugins/content/transcript/transcript.ts'
import { growth, LINEAR } from '../../../growth.ts'
import { convert } from '../convert.ts'
import { contentOptions } from '../options.ts'

const vtt = `WEBVTT - A talk
Kind: captions
Language: en-GB

NOTE This is for editors
and has two lines

STYLE
::cue { color: lime }

intro
00:00.500 --> 00:02.000 position:10% align:start
<v.loud Mary Smith>Hello &amp; <i>welcome</i></v>

00:02.000 --> 00:04.250
to the <00:00:03.000><c.yellow>first</c>
part

01:02:03.004 --> 01:02:05.000
[much later] 2 < 3

00:09.000 --> 00:10.000

`
const srt =
  '1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}<i>Erste</i> Zeile\r\nzweite Zeile\r\n\r\n2\r\n00:01:00,000 --> 00:01:01,000\r\nÜbrigens\r\n'

describe('captions', () => {
  test('in WebVTT are read without notes, styles, names and markup, with the speakers', () => {
    expect(parseTimedText(vtt)).toEqual({
      isCut: false,
      language: 'en-GB',
      segments: [
        { start: 0.5, duration: 1.5, text: 'Mary Smith: Hello & welcome' },
        { start: 2, duration: 2.25, text: 'to the first part' },
        { start: 3723.004, duration: 1.996, text: '[much later] 2 < 3' },
      ],
    })
  })

  test('in SubRip are read the same way', () => {
    expect(parseTimedText(srt).segments).toEqual([
      { start: 1, duration: 1.5, text: 'Erste Zeile zweite Zeile' },
      { start: 60, duration: 1, text: 'Übrigens' },
    ])
  })

  test('may lack empty lines between cues, and fractions of seconds', () => {
    expect(parseTimedText('1\n0:00:01 --> 0:00:02\nOne\n2\n0:00:03 --> 0:00:04\nTwo 2\n').segments).toEqual([
      { start: 1, duration: 1, text: 'One' },
      { start: 3, duration: 1, text: 'Two 2' },
    ])
    expect(parseTimedText('1\n0:00:01,5 --> 0:00:02,5\n42\n\n2\n').segments).toEqual([
      { start: 1.5, duration: 1, text: '42' },
    ])
  })

  test.each(['<', '<v ', '{\\', '00:00.000 --> ', '\n-->', '&#', '1:'])(
    'of a hostile file of %p take time in proportion to its size',
    (unit) => {
      const cue = 'WEBVTT\n\n00:00.000 --> 00:01.000\n'
      expect(growth((size) => cue + unit.repeat(size), parseTimedText, 40_000)).toBeLessThan(LINEAR)
      expect(growth((size) => cue + unit + ' '.repeat(size), parseTimedText, 40_000)).toBeLessThan(LINEAR)
    },
  )

  test('have times in minutes and seconds, with hours if there are any', () => {
    expect([0, 59.9, 61, 3599, 3600, 36_061].map(stampOf)).toEqual([
      '00:00',
      '00:59',
      '01:01',
      '59:59',
      '01:00:00',
      '10:01:01',
    ])
  })
})

describe('a file of captions', () => {
  const read = (body: string | Uint8Array, type: string, path: string, ...formats: ContentFormat[]) =>
    convert(
      {
        url: new URL(path, 'https://site.example'),
        headers: new Headers({ 'content-type': type }),
        body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
      },
      contentOptions({}, ...formats),
    )

  test('is a transcript in every format', async () => {
    const all = ['markdown', 'html', 'rawHtml', 'text', 'json'] as const
    const page = await read(vtt, 'text/plain', '/talk.vtt', ...all)
    expect(page.markdown).toBe(
      '[00:00] Mary Smith: Hello & welcome\n\n[00:02] to the first part\n\n[01:02:03] [much later] 2 \\< 3',
    )
    expect(page.text).toBe(
      '[00:00] Mary Smith: Hello & welcome\n[00:02] to the first part\n[01:02:03] [much later] 2 < 3',
    )
    expect(page.html).toStartWith('<p><time datetime="PT0.5S">[00:00]</time> Mary Smith: Hello &amp; welcome</p>\n<p>')
    expect(page.rawHtml).toBe(vtt)
    expect(page.json).toMatchObject({
      language: 'en-GB',
      segments: [{ start: 0.5, duration: 1.5, text: 'Mary Smith: Hello & welcome' }, {}, {}],
    })
    expect([page.parserName, page.contentSource, page.transcriptAvailable]).toEqual(['video', 'transcript', true])
    expect([page.metadata.language, page.metadata.wordCount]).toEqual(['en-GB', 12])
  })

  test('is recognised by its bytes, its type or its name, and decoded', async () => {
    const latin1 = Uint8Array.from(srt, (char) => char.charCodeAt(0))
    const types: [string | Uint8Array, string, string][] = [
      [`\ufeff${vtt}`, 'application/octet-stream', '/x'],
      [srt, 'application/x-subrip', '/x'],
      [latin1, 'text/plain', '/film.srt'],
    ]
    const read3 = await Promise.all(types.map(([body, type, path]) => read(body, type, path, 'text')))
    expect(read3.map(({ parserName, text }) => [parserName, text?.split('\n').at(-1)])).toEqual([
      ['video', '[01:02:03] [much later] 2 < 3'],
      ['video', '[01:00] Übrigens'],
      ['video', '[01:00] Übrigens'],
    ])
  })

  test('differs from the film itself, which is refused', async () => {
    const film = Uint8Array.from('\0\0\0\x18ftypmp42', (char) => char.charCodeAt(0))
    expect(read(film, 'video/mp4', '/film.mp4', 'text')).rejects.toMatchObject({
      code: 'scraping_failed',
      details: { reason: 'unsupported_type' },
    })
  })
})
