import { describe, expect, test } from 'bun:test'
import { checkPlayable } from '../../../../plugins/scrape/online/youtube/player.ts'
import { readCaptions } from '../../../../plugins/scrape/online/youtube/read-captions.ts'
import { type Player, readPlayer, readPlayerAnswer } from '../../../../plugins/scrape/online/youtube/read-player.ts'

describe('captions', () => {
  test('are read from XML in seconds', () => {
    expect(
      readCaptions(
        '<?xml version="1.0"?><transcript><text start="0.5" dur="1.25">Hello &amp;amp; &lt;i&gt;all&lt;/i&gt;</text><text start="2">two\nlines</text><text start="3" dur="1"> </text><text dur="1">lost</text><text start="-1">before</text></transcript>',
      ),
    ).toEqual([
      { start: 0.5, duration: 1.25, text: 'Hello & all' },
      { start: 2, duration: 0, text: 'two lines' },
    ])
  })

  test('are read from XML in milliseconds, with separate words', () => {
    expect(
      readCaptions(
        '<timedtext><body><p t="1500" d="700"><s>one</s><s t="5"> two</s></p><p t="3000">three</p></body></timedtext>',
      ),
    ).toEqual([
      { start: 1.5, duration: 0.7, text: 'one two' },
      { start: 3, duration: 0, text: 'three' },
    ])
  })

  test('are read from JSON', () => {
    const events = [
      { tStartMs: 1500, dDurationMs: 700, segs: [{ utf8: 'one ' }, null, {}, { utf8: 'two' }] },
      { segs: [{ utf8: 'first' }] },
      { tStartMs: 2000 },
      null,
      { tStartMs: 'x', segs: [{ utf8: 'nowhere' }] },
    ]
    expect(readCaptions(` ${JSON.stringify({ events })}`)).toEqual([
      { start: 1.5, duration: 0.7, text: 'one two' },
      { start: 0, duration: 0, text: 'first' },
    ])
  })

  test('that are invalid or incomplete are empty', () => {
    for (const text of ['', 'words', '{"events":[{', '{}', '{"events":5}', '<html><p>no time</p></html>'])
      expect([text, readCaptions(text)]).toEqual([text, []])
  })
})

describe('the data of the player', () => {
  const nothing = {
    status: 'OK',
    reason: '',
    tracks: [],
    title: null,
    author: null,
    description: null,
    keywords: null,
    date: null,
    duration: null,
  }
  test('is read as far as it is there', () => {
    const tracks = [
      { baseUrl: '/a', languageCode: 'en', kind: 'asr' },
      { baseUrl: '/b', languageCode: 5 },
      { baseUrl: '' },
      { languageCode: 'de' },
      null,
    ]
    expect(
      readPlayer({
        playabilityStatus: { status: 'ERROR', reason: 'gone' },
        captions: { playerCaptionsTracklistRenderer: { captionTracks: tracks } },
        videoDetails: { title: 'T', author: 'A', shortDescription: 'D', keywords: ['a', 'b'], lengthSeconds: '61' },
        microformat: { playerMicroformatRenderer: { publishDate: '2024-01-01', uploadDate: '2023-01-01' } },
      }),
    ).toEqual({
      status: 'ERROR',
      reason: 'gone',
      tracks: [
        { baseUrl: '/a', language: 'en', isAutomatic: true },
        { baseUrl: '/b', language: undefined, isAutomatic: false },
      ],
      title: 'T',
      author: 'A',
      description: 'D',
      keywords: 'a, b',
      date: '2024-01-01',
      duration: 61,
    })
  })

  test('is empty in an unknown format', () => {
    for (const answer of [
      undefined,
      null,
      5,
      'x',
      {},
      { videoDetails: { title: '', keywords: 'a', lengthSeconds: '0' } },
    ])
      expect(readPlayer(answer)).toEqual(nothing)
    expect(readPlayer({ microformat: { playerMicroformatRenderer: { uploadDate: '2023-01-01' } } }).date).toBe(
      '2023-01-01',
    )
    const bytes = (text: string) => new TextEncoder().encode(text)
    expect([readPlayerAnswer(bytes('{}')), readPlayerAnswer(bytes('{'))]).toEqual([nothing, null])
  })

  const page = new URL('https://video.example/watch?v=1')
  const refusal = (status: string, reason = '') => {
    try {
      return checkPlayable({ status, reason } as Player, page)
    } catch (error) {
      const { code, message, details } = error as { code: string; message: string; details: { reason?: string } }
      return [code, details.reason, message]
    }
  }
  test('allows a video that can be watched, and one that has not begun', () => {
    expect([refusal('OK'), refusal('LIVE_STREAM_OFFLINE')]).toEqual([undefined, undefined])
  })

  test('refuses others, by whether a sign-in, another address or nothing would help', () => {
    expect(refusal('LOGIN_REQUIRED', "Sign in to confirm you're not a bot")!.slice(0, 2)).toEqual([
      'scraping_failed',
      'blocked',
    ])
    expect(refusal('LOGIN_REQUIRED', 'This is private')).toEqual([
      'invalid_url',
      'authentication_required',
      'The video requires viewers to sign in: This is private',
    ])
    expect(refusal('AGE_VERIFICATION_REQUIRED')).toEqual([
      'invalid_url',
      'authentication_required',
      'The video requires viewers to sign in',
    ])
    expect(refusal('UNPLAYABLE', 'no bot here')).toEqual([
      'scraping_failed',
      'unavailable',
      'The video cannot be watched: no bot here',
    ])
    expect(refusal('ERROR', 'x'.repeat(201))![2]).toBe(`The video cannot be watched: ${'x'.repeat(200)}`)
  })
})
