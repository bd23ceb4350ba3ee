import { describe, expect, test } from 'bun:test'
import { JsonText } from 'weirjs'
import { lifetimeOf } from '../../../../plugins/scrape/cache/lifetime.ts'
import { fromReply, pack, toReply, unpack } from '../../../../plugins/scrape/cache/pack.ts'
import { type PendingAnswer, PendingWrites } from '../../../../plugins/scrape/cache/pending-writes.ts'
import type { KeptPage } from '../../../../plugins/scrape/cache/read.ts'
import { RecentAnswers } from '../../../../plugins/scrape/cache/recent-answers.ts'
import { isShareable } from '../../../../plugins/scrape/cache/sharing.ts'
import { sizeOf } from '../../../../plugins/scrape/cache/size.ts'
import type { PageOptions } from '../../../../plugins/scrape/options/page-options.ts'

type Answer = Parameters<typeof toReply>[0]
const DAY = 86_400_000
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

test('answers are kept until others need their space, and none takes more than a sixteenth of it', () => {
  const recent = new RecentAnswers(16_000)
  const keep = (request: string, length: number) =>
    recent.add(request, 'usr_a', { partition: 'public', reply: new Uint8Array(length) } as unknown as KeptPage)
  for (let i = 0; i < 16; i++) keep(`r${i}`, 800)
  expect(recent.get('r0', 'usr_a')).toBeDefined()
  keep('more', 800)
  keep('large', 801)
  expect(['r0', 'r1', 'r2', 'more', 'large'].map((request) => recent.get(request, 'usr_a') !== undefined)).toEqual([
    ...[true, false, true, true],
    false,
  ])
})

test('accounts get the same object for an answer that both may see, and for no other', () => {
  const recent = new RecentAnswers(160_000)
  const kept = (partition: string, createdAt: number) =>
    ({ request: 'r', partition, createdAt, reply: new Uint8Array(100) }) as unknown as KeptPage
  const shared = kept('public', 1)
  const later = kept('public', 2)
  const own = kept('usr_c', 1)
  expect(recent.add('r', 'usr_a', shared)).toBe(shared)
  expect(recent.add('r', 'usr_b', kept('public', 1))).toBe(shared)
  expect(recent.add('r', 'usr_c', own)).toBe(own)
  expect(recent.add('r', 'usr_d', later)).toBe(later)
  expect(['usr_a', 'usr_b', 'usr_c', 'usr_d', 'usr_e'].map((account) => recent.get('r', account))).toEqual([
    shared,
    shared,
    own,
    later,
    undefined,
  ])
})

test('the newest answer is found until it is written, also if an older one is written meanwhile', async () => {
  const pending = new PendingWrites()
  const add = () => {
    const answer = { createdAt: 1 } as PendingAnswer
    const { promise, resolve } = Promise.withResolvers<void>()
    pending.add('name', answer, 1, () => promise)
    return { answer, resolve }
  }
  const [older, newer] = [add(), add()]
  older.resolve()
  await Bun.sleep(0)
  expect(pending.get('name')).toBe(newer.answer)
  newer.resolve()
  await pending.close()
  expect(pending.get('name')).toBeUndefined()
})

test('an answer is not shared if a redirect set a cookie, or if its redirects are unknown', () => {
  const options = { request: {}, asked: {} } as PageOptions
  const share = (redirectHeaders: readonly Headers[] | undefined) =>
    isShareable(new URL('https://a.example/'), options, { headers: new Headers(), redirectHeaders })
  expect([share([]), share([new Headers({ 'set-cookie': 'a=b' })]), share(undefined)]).toEqual([true, false, false])
})

test('an answer with extracted data is not shared', () => {
  const share = (extract?: object) => {
    const options = { request: {}, asked: {}, extract } as PageOptions
    return isShareable(new URL('https://a.example/'), options, { headers: new Headers(), redirectHeaders: [] })
  }
  expect([share(), share({ prompt: 'The price' })]).toEqual([true, false])
})

test.each([
  [200, 365 * DAY],
  [299, 365 * DAY],
  [404, DAY],
  [410, DAY],
  ...[199, 300, 301, 403, 429, 500].map((status) => [status, 0] as const),
])('an answer with %i is valid for %i ms', (status, ms) => expect(lifetimeOf(status)).toBe(ms))

const metadata = {
  ...{ url: 'https://a.example/', extractedAt: 'now', processingTime: 5, trace: [{ ms: 1 }] },
  ...{ title: 'A', statusCode: 200 },
}
const answer = (data: object) => ({ data, metadata }) as unknown as Answer
const kept = { createdAt: Date.UTC(2026, 0, 1), millicredits: 1500 }

describe('a stored answer', () => {
  const answers: [string, Answer][] = [
    ['with a text under two names', answer({ content: '# A\n"b"', markdown: '# A\n"b"', links: ['x'] })],
    ['with formats as JSON', answer({ content: 'x', structured: new JsonText('{"a":[1,2]}'), json: undefined })],
    ['without a content', answer({ content: null, links: [] })],
  ]
  test.each(answers)('%s is returned unchanged, marked as cached', async (_, given) => {
    const packed = (await pack(given, 10_000))!
    const reply = unpack(packed, kept)
    expect(JSON.parse(text(reply))).toEqual({
      success: true,
      processingMode: 'single',
      data: {
        ...JSON.parse(JSON.stringify(given.data)),
        files: [],
        metadata: { ...metadata, cached: true, cachedAt: '2026-01-01T00:00:00.000Z', creditsUsed: 1.5 },
      },
    })
  })

  test('has the same hash on the next visit, and another if the page has changed', async () => {
    const hashOf = async (of: Answer) => (await pack(of, 10_000))!.hash
    const one = answer({ content: 'x' })
    const later = {
      ...one,
      metadata: { ...one.metadata, extractedAt: 'later', processingTime: 9, trace: [] },
    } as Answer
    expect(await hashOf(later)).toBe(await hashOf(one))
    expect(await hashOf({ ...one, metadata: { ...one.metadata, title: 'B' } } as Answer)).not.toBe(await hashOf(one))
  })

  test('has a maximum size, for which a text that appears twice counts once', async () => {
    const given = answer({ content: 'x'.repeat(100), markdown: 'x'.repeat(100) })
    const { statusCode, title } = metadata
    const lines = [JSON.stringify('x'.repeat(100)), '"markdown"', '{}', JSON.stringify({ title, statusCode })]
    const { length } = lines.join('\n')
    expect([(await pack(given, length)) === undefined, (await pack(given, length - 1)) === undefined]).toEqual([
      false,
      true,
    ])
  })

  test('is restored from its reply', () => {
    const given = answer({ content: 'x', markdown: 'x' })
    expect(fromReply(toReply(given, kept)) as unknown).toEqual({
      data: given.data,
      metadata: { ...metadata, cached: true, cachedAt: '2026-01-01T00:00:00.000Z' },
    })
  })
})

describe('the size of an answer', () => {
  const size = (data: object, most = 1e6) => sizeOf({ data, metadata: {} } as unknown as Answer, most)
  test('is about that of its JSON, where a text that appears twice counts once', () => {
    const none = size({ links: [] })
    expect(size({ links: ['x'.repeat(100)] }) - none).toBe(104)
    expect(size({ links: [], structured: new JsonText('x'.repeat(50)) }) - none).toBe('structured'.length + 54)
    const long = 'x'.repeat(1000)
    expect(size({ content: long, markdown: long })).toBeLessThan(1100)
    expect(size({ content: long, markdown: `${long}y` })).toBeGreaterThan(2000)
    expect(size({ images: [{ alt: 'ab' }] }) - size({ images: [] })).toBe(4 + 3 + 4 + 2)
  })

  test('is not counted further than necessary', () => {
    const lists = Array.from({ length: 1000 }, () => 'x'.repeat(100))
    expect(size({ links: lists }, 500)).toBeLessThan(800)
  })
})
