import { describe, expect, test } from 'bun:test'
import { ApiError } from 'weirjs'
import { rootFailure } from '../../../../plugins/map/root-failure.ts'
import { scopeOf, toScrapeBody } from '../../../../plugins/map/schema.ts'
import { visitInOrder } from '../../../../plugins/map/visit/visit-in-order.ts'

/** Visits this many items, each of which ends when the test says so. */
function visiting(count: number, hasRoom: (running: number) => boolean = () => true) {
  const begun: number[] = []
  const called: number[] = []
  const ends = Array.from({ length: count }, () => Promise.withResolvers<void>())
  const over = visitInOrder(ends, hasRoom, async ({ promise }, place) => {
    begun.push(place)
    await promise
    return () => void called.push(place)
  })
  const end = async (...places: number[]) => {
    for (const place of places) ends[place]!.resolve()
    await Bun.sleep(0)
  }
  const fail = async (place: number, error: unknown) => {
    ends[place]!.reject(error)
    await Bun.sleep(0)
  }
  return { begun, called, over, end, fail }
}

describe('visits', () => {
  test('are reported in their order, however fast they are', async () => {
    const { called, over, end } = visiting(4)
    await end(2, 1)
    expect(called).toEqual([])
    await end(0)
    expect(called).toEqual([0, 1, 2])
    await end(3)
    expect([called, await over]).toEqual([[0, 1, 2, 3], undefined])
  })

  test('are 32 at once, or as many as there is room for', async () => {
    const all = visiting(40)
    expect(all.begun).toHaveLength(32)
    await all.end(0, 1)
    expect(all.begun).toHaveLength(34)
    const few = visiting(5, (running) => running < 2)
    expect(few.begun).toEqual([0, 1])
    await few.end(0)
    expect(few.begun).toEqual([0, 1, 2])
    for (let i = 1; i < 5; i++) await few.end(i)
    expect([few.called, await few.over]).toEqual([[0, 1, 2, 3, 4], undefined])
    expect(
      await visitInOrder(
        [1],
        () => false,
        () => Promise.reject(new Error('no')),
      ),
    ).toBeUndefined()
  })

  test('end with the first error, with the results up to then, and the items that are left', async () => {
    const { called, over, end, fail } = visiting(6, (running) => running < 4)
    await end(0, 2)
    await fail(3, new Error('broken'))
    const { error, left } = (await over)!
    expect([called, (error as Error).message, left]).toEqual([[0, 2], 'broken', [1, 3, 4, 5]])
  })
})

describe('a root that cannot be fetched', () => {
  const root = new URL('https://a.example/')
  test('has the error of its visit', () => {
    const failed = rootFailure(root, new ApiError('timeout', 'Too late', { timeout: 5 }))
    expect([failed.code, failed.message, failed.details]).toEqual([
      ...['mapping_failed', 'Too late', { reason: 'timeout', timeout: 5, url: root.href }],
    ])
    for (const code of ['invalid_url', 'engine_unavailable', 'invalid_options'] as const) {
      const own = new ApiError(code, 'No', { a: 1 })
      expect(rootFailure(root, own)).toBe(own)
      // If the error has an address, that becomes the requested one.
      const { code: told, details } = rootFailure(root, new ApiError(code, 'No', { a: 1, url: 'https://b.example/' }))
      expect([told, details]).toEqual([code, { a: 1, url: root.href }])
    }
  })

  test('was forbidden by its robots.txt if there is no error', () => {
    expect(rootFailure(root, undefined)).toMatchObject({
      code: 'mapping_failed',
      // One that answers with 500 or above forbids all too.
      message: expect.stringContaining('disallows the root or cannot be read: set respectRobots to false'),
      details: { url: root.href, reason: 'robots' },
    })
  })
})

test('some options of a map are those of its pages, and some set its scope', () => {
  const options = { timeout: 5, includeMetadata: true, formats: ['html'], mobile: true, includeScreenshot: true }
  expect(toScrapeBody(options as never)).toEqual({
    ...{ mobile: true, formats: ['links'], includeScreenshot: false, includePdf: false },
  })
  expect(
    scopeOf({ includeSubdomains: true, childPathsOnly: false, excludePatterns: ['x'], maxPages: 5 } as never),
  ).toEqual({
    ...{ sameDomain: true, includeSubdomains: true, childPathsOnly: false, includePatterns: undefined },
    ...{ excludePatterns: ['x'], patternSyntax: undefined, matchFullUrl: undefined },
  })
  expect(scopeOf({ sameDomain: false }).sameDomain).toBe(false)
})
