import { describe, expect, test } from 'bun:test'
import { ApiError } from 'weirjs'
import { readPrompt } from '../../../../plugins/firecrawl/crawl/from-prompt.ts'
import { readCrawl } from '../../../../plugins/firecrawl/crawl/read-crawl.ts'
import { withinBalance } from '../../../../plugins/firecrawl/crawl/within-balance.ts'
import { Warnings } from '../../../../plugins/firecrawl/page/warnings.ts'
import type { CrawlRequest } from '../../../../plugins/firecrawl/schema/site-fields.ts'

const url = 'https://a.example/docs'
const read = (body: Partial<CrawlRequest> = {}, most: number | null = null) => {
  const { crawl, warnings } = readCrawl({ url, ...body }, { version: 2, path: '/v2' }, most)
  return { crawl: crawl as Record<string, unknown>, warnings: warnings.all }
}

describe('a crawl', () => {
  test('covers everything below its start by default', () => {
    const { crawl, warnings } = read()
    expect([crawl, warnings]).toEqual([
      expect.objectContaining({
        ...{ url, maxPages: 10_000, maxDepth: 10, sitemap: 'include', timeout: 60_000, includeImages: true },
        ...{ includePatterns: undefined, excludePatterns: undefined, patternSyntax: 'regex', matchFullUrl: undefined },
        ...{ childPathsOnly: true, includeSubdomains: false, externalLinks: undefined, respectRobots: true },
        ...{ ignoreQueryParameters: undefined, delayBetweenRequests: 0, formats: ['markdown'] },
      }),
      [],
    ])
    expect(Object.hasOwn(crawl, 'concurrency')).toBe(false)
  })

  test('has as many pages as its limit and the plan allow', () => {
    expect([read({ limit: 7 }).crawl.maxPages, read({}, 500).crawl.maxPages]).toEqual([7, 500])
    expect(read({ limit: 500 }, 500).warnings).toEqual([])
    const { crawl, warnings } = read({ limit: 501 }, 500)
    expect([crawl.maxPages, warnings]).toEqual([500, ['limit is 500 pages at most on this plan']])
  })

  test('has the requested depth, by either name', () => {
    expect(read({ maxDepth: 3 }).crawl.maxDepth).toBe(3)
    expect(read({ maxDepth: 3, maxDiscoveryDepth: 4 }).crawl.maxDepth).toBe(4)
    expect(read({ maxDiscoveryDepth: 10 }).warnings).toEqual([])
    const { crawl, warnings } = read({ maxDiscoveryDepth: 11 })
    expect([crawl.maxDepth, warnings]).toEqual([10, ['maxDiscoveryDepth is 10 at most']])
  })

  test('without links covers the sitemap, or its start alone', () => {
    const none = (sitemap?: CrawlRequest['sitemap']) => {
      const { maxPages, maxDepth, sitemap: used } = read({ maxDiscoveryDepth: 0, limit: 9, sitemap }).crawl
      return [maxPages, maxDepth, used]
    }
    expect([none(), none('include'), none('only'), none('skip')]).toEqual([
      [9, 1, 'only'],
      [9, 1, 'only'],
      [9, 1, 'only'],
      [1, 1, 'skip'],
    ])
    expect(read({ sitemap: 'skip' }).crawl).toMatchObject({ maxPages: 10_000, sitemap: 'skip' })
    expect(read({ ignoreSitemap: true, sitemap: 'only' }).crawl.sitemap).toBe('skip')
  })

  test('goes beyond its start if requested', () => {
    expect(read({ crawlEntireDomain: true }).crawl.childPathsOnly).toBe(false)
    expect(read({ allowBackwardLinks: true }).crawl.childPathsOnly).toBe(false)
    expect(read({ allowBackwardLinks: true, crawlEntireDomain: false }).crawl.childPathsOnly).toBe(true)
    expect(
      read({ allowSubdomains: true, allowExternalLinks: true, ignoreRobotsTxt: true, regexOnFullURL: true }).crawl,
    ).toMatchObject({ includeSubdomains: true, externalLinks: true, respectRobots: false, matchFullUrl: true })
  })

  test('has patterns, without empty ones', () => {
    expect(read({ includePaths: ['', '^/a'], excludePaths: [''] }).crawl).toMatchObject({
      includePatterns: ['^/a'],
      excludePatterns: [],
    })
  })

  test('has the requested speed', () => {
    expect(read({ delay: 1.5, maxConcurrency: 32 }).crawl).toMatchObject({
      delayBetweenRequests: 1500,
      concurrency: 32,
    })
    expect(read({ maxConcurrency: 33 }).crawl.concurrency).toBe(32)
    expect(read({ delay: 60 }).warnings).toEqual([])
    const { crawl, warnings } = read({ delay: 61 })
    expect([crawl.delayBetweenRequests, warnings]).toEqual([60_000, ['delay is 60 s at most']])
    expect(read({ scrapeOptions: { timeout: 1000 } }).crawl.timeout).toBe(5000)
    expect(read({ scrapeOptions: { timeout: 5001 } }).crawl.timeout).toBe(5001)
  })

  test('keeps its results, even if zero data retention is requested', () => {
    for (const body of [{ zeroDataRetention: true }, { scrapeOptions: { zeroDataRetention: true } }])
      expect(read(body).warnings).toEqual([
        'zeroDataRetention was ignored: what a job has made is kept until it is read',
      ])
    expect(read({ zeroDataRetention: false }).warnings).toEqual([])
  })
})

describe('the prompt of a crawl', () => {
  const ask = async (
    {
      prompt = 'Only docs',
      hasModel = true,
      isDemanded,
    }: { prompt?: string; hasModel?: boolean; isDemanded?: boolean },
    data: Record<string, unknown> = {},
  ) => {
    const warnings = new Warnings()
    const charged: unknown[] = []
    const asked: { url: string; prompt: string }[] = []
    const state = {
      extraction: {
        hasModel: async () => hasModel,
        readSchema: (schema: unknown) => schema,
        async fill([page]: { url: string }[], { prompt }: { prompt: string }) {
          asked.push({ url: page!.url, prompt })
          return { data }
        },
      },
    }
    const kit = {
      config: { prices: { prompt: 1.5 } },
      credits: { charge: async (...charge: unknown[]) => void charged.push(charge) },
    }
    const parts = { kit, state, account: { id: 'me' }, signal: new AbortController().signal, warnings, isDemanded }
    const said = await readPrompt({ url, prompt }, parts as never)
    return { said, charged, asked, warnings: warnings.all }
  }

  test('is read by a model, and charged', async () => {
    const { said, charged, asked, warnings } = await ask({}, { limit: 5, sitemap: null, allowSubdomains: false })
    expect([said, charged, warnings]).toEqual([
      { limit: 5, allowSubdomains: false },
      [['me', 1500, { endpoint: 'crawl' }, { idempotency: undefined }]],
      [],
    ])
    expect(asked).toEqual([{ url, prompt: expect.stringContaining('Only docs') }])
  })

  test('has no effect if empty; without a model it is ignored with a warning, or refused if only the prompt is wanted', async () => {
    expect(await ask({ prompt: '' })).toEqual({ said: {}, charged: [], asked: [], warnings: [] })
    expect(await ask({ hasModel: false })).toEqual({
      ...{ said: {}, charged: [], asked: [] },
      warnings: ['prompt was ignored: this server has no language model'],
    })
    await expect(ask({ hasModel: false, isDemanded: true })).rejects.toMatchObject({
      code: 'not_configured',
      details: { setting: 'WEIR_LLM_URL' },
    })
  })
})

describe('the limit of a crawl', () => {
  const poor = (required: number, available: number) =>
    new ApiError('insufficient_credits', 'too few', { required, available, shortfall: required - available })
  const within = async (most: number, isOpen: boolean, error?: Error) => {
    const tried: number[] = []
    const done = withinBalance(most, isOpen, async (count, warnings) => {
      tried.push(count)
      if (error && tried.length === 1) throw error
      return { count, warnings: warnings.length }
    })
    return { ...(await done), tried }
  }

  test('is unchanged if the credits are enough', async () => {
    expect(await within(10, true)).toEqual({ made: { count: 10, warnings: 0 }, warnings: [], tried: [10] })
  })

  test('is what the credits pay for if the caller set none', async () => {
    const { made, warnings, tried } = await within(1000, true, poor(2000, 555))
    expect([made, tried]).toEqual([{ count: 277, warnings: 1 }, [1000, 277]])
    expect(warnings[0]).toStartWith('limit is 277, ')
    expect((await within(100, true, poor(100, 1))).made.count).toBe(1)
  })

  test('is not reduced if the caller set it, if the credits pay for nothing, or after any other error', async () => {
    await expect(within(1000, false, poor(2000, 555))).rejects.toMatchObject({ code: 'insufficient_credits' })
    await expect(within(100, true, poor(101, 1))).rejects.toMatchObject({ code: 'insufficient_credits' })
    await expect(within(100, true, new ApiError('conflict', 'x'))).rejects.toMatchObject({ code: 'conflict' })
    await expect(within(100, true, new TypeError('x'))).rejects.toThrow(TypeError)
  })
})
