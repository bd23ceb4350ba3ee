import { describe, expect, test } from 'bun:test'
import type { CaptureQuery } from '../../../plugins/archive/service.ts'
import { createLocalProvider } from '../../../plugins/warc/local-provider.ts'
import type { Capture } from '../../../plugins/warc/store/capture-store.ts'

const NOW = Date.UTC(2026, 0, 1)
const at = (capturedAt: number, id = `capt_${capturedAt}`): Capture =>
  ({
    id,
    url: 'https://a.example/page',
    urlKey: 'example,a)/page',
    capturedAt,
    mediaType: 'text/html',
    status: 200,
    digest: 'sha1:X',
    length: 321,
    file: `file_${id}`,
  }) as unknown as Capture
const noon = Date.UTC(2021, 2, 17, 12)

/** An archive with these captures, and the queries to its store. */
function open(held: readonly Capture[], keep = true) {
  const asked: unknown[] = []
  const parts = {
    keep,
    clock: { now: () => NOW },
    files: { open: async () => undefined, read: async () => undefined },
    captures: {
      count: async (filter: object) => {
        asked.push(['count', filter])
        return held.length
      },
      list: async (...given: unknown[]) => {
        asked.push(['list', ...given])
        return held
      },
      nearest: async (...given: unknown[]) => {
        asked.push(['nearest', ...given])
        return held
      },
    },
  } as unknown as Parameters<typeof createLocalProvider>[0]
  return { provider: createLocalProvider(parts), asked }
}
const query = (more: object = {}) =>
  ({
    url: new URL('https://A.example/page#top'),
    account: { id: 'acct_1' },
    limit: 2,
    ...more,
  }) as unknown as CaptureQuery & { timestamp: string }
const signal = new AbortController().signal
const whole = {
  account: 'acct_1',
  urlKey: 'example,a)/page',
  isPrefix: false,
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
}

describe("the archive of an account's scraped pages", () => {
  test('is unavailable if captures are not kept', () => {
    expect(open([]).provider.missing).toBeUndefined()
    expect(open([], false).provider.missing).toMatchObject({ code: 'not_configured' })
  })

  test('lists the captures of one page of one account, of any time', async () => {
    const { provider, asked } = open([at(noon)])
    expect(await provider.search(query(), signal)).toEqual({
      captures: [
        {
          timestamp: '20210317120000',
          url: 'https://a.example/page',
          mimetype: 'text/html',
          statuscode: '200',
          digest: 'sha1:X',
          length: '321',
        },
      ],
      total: 1,
      more: false,
    })
    expect(asked).toEqual([
      ['count', whole],
      ['list', whole, undefined, 2],
    ])
  })

  test('lists those from one second to the end of another', async () => {
    const { provider, asked } = open([])
    await provider.search(query({ from: '20210317120000', to: '20210317120001' }), signal)
    expect(asked[0]).toEqual(['count', { ...whole, from: noon, to: noon + 1999 }])
  })

  test('reports that there are more than requested', async () => {
    const found = await open([at(noon), at(noon + 1), at(noon + 2)]).provider.search(query(), signal)
    expect([found.captures.length, found.total, found.more]).toEqual([2, 3, true])
  })

  test('lists the nearest to a moment first, and of two in the same second the later', async () => {
    const held = [at(noon - 5000), at(noon + 10), at(noon + 999), at(noon + 4000)]
    const { provider, asked } = open(held)
    const { captures } = await provider.search(query({ closest: '20210317120000', limit: 4 }), signal)
    expect(captures.map(({ timestamp }) => timestamp)).toEqual([
      '20210317120000',
      '20210317120000',
      '20210317120004',
      '20210317115955',
    ])
    expect(asked[1]).toEqual(['nearest', whole, noon, 4])
  })

  test('has the capture nearest to a moment, or to now, if there is any', async () => {
    const { provider, asked } = open([at(noon)])
    expect(await provider.availability(query({ timestamp: '20210317120000' }), signal)).toEqual({
      timestamp: '20210317120000',
    })
    await provider.availability(query(), signal)
    expect(asked).toEqual([
      ['nearest', whole, noon + 999, 1],
      ['nearest', whole, NOW, 1],
    ])
    expect(await open([]).provider.availability(query(), signal)).toEqual({ timestamp: undefined })
    expect(await open([]).provider.snapshot(query(), signal)).toBeUndefined()
  })
})
