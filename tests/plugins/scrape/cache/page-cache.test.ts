import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { diskBlobs } from '../../../../core/files/blobs/disk.ts'
import { type Files, filesMigration, openFiles } from '../../../../core/files/files.ts'
import { createMemoryLeases } from '../../../../core/leases/memory-leases.ts'
import { createLog } from '../../../../core/log.ts'
import type { Store } from '../../../../core/store/index.ts'
import { checkSelectors } from '../../../../plugins/content/view/selectors.ts'
import {
  CacheConfig,
  cacheMigration,
  createPageCache,
  type PageCache,
  readCached,
} from '../../../../plugins/scrape/cache/index.ts'
import { sweep } from '../../../../plugins/scrape/cache/sweep.ts'
import { type PageOptions, readOptions } from '../../../../plugins/scrape/options.ts'
import { Prices } from '../../../../plugins/scrape/price.ts'
import type { ScrapedPage } from '../../../../plugins/scrape/service.ts'
import { setClock } from '../../../core/open-accounts.ts'
import { openStore } from '../../../store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let dataDir: string
let store: Store
let files: Files
let cache: PageCache
let clock: ReturnType<typeof setClock>
const lines: string[] = []
const log = createLog('text', (line) => void lines.push(line))

const open = (maxBytes?: number) => {
  const config = {
    prices: Value.Default(Prices, {}) as Prices,
    cache: Value.Default(CacheConfig, maxBytes === undefined ? {} : { maxBytes }) as CacheConfig,
  }
  return createPageCache({ config, store, files, clock, leases: createMemoryLeases(), log })
}
beforeEach(async () => {
  lines.length = 0
  clock = setClock('2026-11-21T12:00:00Z')
  dataDir = mkdtempSync(join(tmpdir(), 'weir-cache-'))
  store = await openStore({ dataDir, log })
  await store.migrate('core', [filesMigration])
  await store.migrate('scrape', [cacheMigration])
  files = openFiles({ blobs: diskBlobs(join(dataDir, 'files'), clock.now), store, secret: new Uint8Array(32), clock })
  cache = open()
})
afterEach(async () => {
  await cache.close()
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const options = (changes: Partial<PageOptions> = {}): PageOptions => ({
  ...readOptions({ formats: ['markdown'] }, { engines: { supports: () => ({}) }, converter: 'weir', checkSelectors }),
  ...changes,
})
const urlOf = (name: string) => new URL(`https://example.com/${name}`)
const bytes = (text: string) => new TextEncoder().encode(text)
const page = (content: string, changes: Partial<ScrapedPage> = {}, statusCode = 200): ScrapedPage => ({
  data: { content, markdown: content },
  metadata: {
    url: 'https://example.com/',
    statusCode,
    contentType: 'text/html',
    extractedAt: new Date(clock.now()).toISOString(),
    processingTime: Math.random() * 100,
    title: 'A page',
  },
  files: [],
  shareable: true,
  millicredits: 1000,
  ...changes,
})
/** Incompressible. */
const noise = (length: number) => crypto.getRandomValues(Buffer.alloc(length / 2)).toString('hex')

/** Keeps answers, and waits until they are written; then asks as if the service had been started again. */
async function keep(...pages: [name: string, page: ScrapedPage, account?: string][]) {
  for (const [name, kept, account = 'usr_a'] of pages) cache.keep(urlOf(name), options(), account, kept)
  await reopen()
}
async function reopen(maxBytes?: number) {
  await cache.close()
  cache = open(maxBytes)
}
const find = async (
  name: string,
  { maxAge = 30, minAge, account = 'usr_b' }: { maxAge?: number; minAge?: number; account?: string } = {},
) => {
  const asked = options({ maxAge, minAge })
  const found = await cache.find(urlOf(name), asked, account)
  return found && readCached(found, asked)
}
const contentOf = async (name: string, asked?: Parameters<typeof find>[1]) => (await find(name, asked))?.data.content
const count = async (table: string) =>
  Number(
    (
      await store
        .db<Record<string, object>>()
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirst()
    )?.n,
  )

test('an answer may have to be of some age, wherever it is kept', async () => {
  cache.keep(urlOf('a'), options(), 'usr_a', page('one'))
  const ages = async () => [await contentOf('a', { minAge: 0 }), await contentOf('a', { minAge: 0.5 })]
  expect(await ages()).toEqual(['one', undefined])
  await reopen()
  expect(await ages()).toEqual(['one', undefined])
  expect(await ages()).toEqual(['one', undefined])
  clock.pass(12 * 3_600_000)
  expect(await ages()).toEqual(['one', 'one'])
  expect(await contentOf('a', { minAge: 0.5, maxAge: 0.25 })).toBeUndefined()
})

test('an answer is given as it was kept, in all its formats and fields', async () => {
  const twin = page('# Text')
  const apart = page('# Text', { data: { content: '# Text', text: 'Text', links: ['https://example.com/b'] } })
  const empty = page('', { data: { content: '' } })
  await keep(['twin', twin], ['apart', apart], ['empty', empty])
  for (const [name, kept] of Object.entries({ twin, apart, empty })) {
    const found = (await find(name))!
    expect(found.data).toEqual(kept.data)
    expect(found.metadata).toMatchObject(kept.metadata)
  }
})

describe('maxAge', () => {
  test('counts days, and fractions of them', async () => {
    await keep(['a', page('one')])
    clock.set(clock.now() + DAY - 1)
    expect(await contentOf('a', { maxAge: 1 })).toBe('one')
    clock.set(clock.now() + 1)
    expect(await contentOf('a', { maxAge: 1 })).toBeUndefined()
    expect(await contentOf('a', { maxAge: 1.01 })).toBe('one')
    expect(await contentOf('a', { maxAge: 0 })).toBeUndefined()
  })

  test('of nothing keeps nothing, but in place of an older answer', async () => {
    cache.keep(urlOf('a'), options({ maxAge: 0 }), 'usr_a', page('one'))
    await reopen()
    expect(await contentOf('a')).toBeUndefined()
    await keep(['a', page('one')])
    clock.set(clock.now() + DAY)
    cache.keep(urlOf('a'), options({ maxAge: 0 }), 'usr_a', page('two'))
    await reopen()
    expect(await contentOf('a')).toBe('two')
  })

  test('holds for what stayed in memory too', async () => {
    await keep(['a', page('one')])
    expect(await contentOf('a')).toBe('one')
    clock.set(clock.now() + 2 * DAY)
    expect(await contentOf('a', { maxAge: 2 })).toBeUndefined()
    expect(await contentOf('a', { maxAge: 3 })).toBe('one')
  })

  test('ends with a year', async () => {
    await keep(['a', page('one')])
    clock.set(clock.now() + 365 * DAY - 1)
    expect(await contentOf('a', { maxAge: 365 })).toBe('one')
    clock.set(clock.now() + 1)
    expect(await contentOf('a', { maxAge: 365 })).toBeUndefined()
  })

  test('of a page that was missing ends with a day', async () => {
    await keep(['a', page('no such page', {}, 404)])
    clock.set(clock.now() + DAY - 1)
    expect(await contentOf('a')).toBe('no such page')
    clock.set(clock.now() + 1)
    expect(await contentOf('a')).toBeUndefined()
  })
})

describe('of what an account may be shown', () => {
  test('the youngest is given, its own or the shared one', async () => {
    await keep(['a', page('shared')])
    clock.set(clock.now() + 1)
    await keep(['a', page('own', { shareable: false })])
    expect(await contentOf('a', { account: 'usr_a' })).toBe('own')
    expect(await contentOf('a', { account: 'usr_b' })).toBe('shared')
    clock.set(clock.now() + 1)
    await keep(['a', page('newer')])
    expect(await contentOf('a', { account: 'usr_a' })).toBe('newer')
  })

  test('the youngest is given, whichever was written first', async () => {
    const late = clock.now()
    clock.set(late + 1)
    cache.keep(urlOf('a'), options(), 'usr_a', page('newer'))
    clock.set(late)
    cache.keep(urlOf('a'), options(), 'usr_a', page('older'))
    await reopen()
    expect(await contentOf('a')).toBe('newer')
    expect(await count('scrape_cache_bodies')).toBe(1)
  })

  test('the youngest is given also while it is being written, and from memory', async () => {
    await keep(['a', page('shared')])
    expect(await contentOf('a', { account: 'usr_a' })).toBe('shared')
    clock.set(clock.now() + 1)
    cache.keep(urlOf('a'), options(), 'usr_a', page('own', { shareable: false }))
    expect(await contentOf('a', { account: 'usr_a' })).toBe('own')
    expect(await contentOf('a', { account: 'usr_b' })).toBe('shared')
  })
})

describe('the same content', () => {
  test('is kept once, for however many visits', async () => {
    await keep(['a', page('one')], ['b', page('one')], ['c', page('two')])
    await keep(['a', page('one', { shareable: false }), 'usr_b'])
    expect([await count('scrape_cache'), await count('scrape_cache_bodies')]).toEqual([4, 2])
  })

  test('goes with the last entry that has it', async () => {
    await keep(['a', page('one')], ['b', page('one')])
    await keep(['a', page('two')])
    expect(await count('scrape_cache_bodies')).toBe(2)
    await keep(['b', page('three')])
    expect(await count('scrape_cache_bodies')).toBe(2)
    expect([await contentOf('a'), await contentOf('b')]).toEqual(['two', 'three'])
  })

  test('has each visit told as it was', async () => {
    const [one, two] = [page('one'), page('one')]
    await keep(['a', one], ['b', two])
    expect((await find('a'))?.metadata).toEqual({ ...one.metadata, cached: true, cachedAt: one.metadata.extractedAt })
    expect((await find('b'))?.metadata.processingTime).toBe(two.metadata.processingTime)
  })
})

describe('a sweep', () => {
  const swept = (maxBytes = 1e9) => sweep({ store, files, clock }, maxBytes)

  test('drops what has expired', async () => {
    await keep(['a', page('missing', {}, 404)], ['b', page('one')])
    clock.set(clock.now() + DAY)
    await swept()
    expect([await count('scrape_cache'), await count('scrape_cache_bodies')]).toEqual([1, 1])
    clock.set(clock.now() + 364 * DAY)
    await swept()
    expect([await count('scrape_cache'), await count('scrape_cache_bodies')]).toEqual([0, 0])
  })

  test('drops what has not been used for longest where there is too much', async () => {
    for (let i = 0; i < 20; i++) {
      await keep([`page${i}`, page(noise(10_000))])
      clock.set(clock.now() + HOUR)
    }
    await find('page0')
    await find('page1')
    await cache.close()
    await swept(100_000)
    const left = (await Promise.all(Array.from({ length: 20 }, (_, i) => contentOf(`page${i}`)))).map(Boolean)
    expect(left.slice(0, 2)).toEqual([true, true])
    expect(left.slice(-5)).toEqual([true, true, true, true, true])
    expect(left.indexOf(false)).toBe(2)
    expect(left.lastIndexOf(false)).toBe(left.filter((kept) => !kept).length + 1)
    const sizes = await store
      .db<{ scrape_cache: { size: number } }>()
      .selectFrom('scrape_cache')
      .select('size')
      .execute()
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeWithin(60_000, 100_001)
  })

  test('leaves what there is room for', async () => {
    await keep(['a', page(noise(10_000))], ['b', page(noise(10_000))])
    await swept(30_000)
    expect(await count('scrape_cache')).toBe(2)
  })

  test('drops hundreds of entries in turn', async () => {
    for (let i = 0; i < 250; i++) cache.keep(urlOf(`page${i}`), options(), 'usr_a', page(`page ${i}`))
    await cache.close()
    await swept(1)
    expect(await count('scrape_cache')).toBe(0)
  })

  test('comes by itself when much was added', async () => {
    await reopen(1_000_000)
    for (let i = 0; i < 60; i++) {
      cache.keep(urlOf(`page${i}`), options(), 'usr_a', page(noise(40_000)))
      await Bun.sleep(2)
    }
    await cache.close()
    const sizes = await store
      .db<{ scrape_cache: { size: number } }>()
      .selectFrom('scrape_cache')
      .select('size')
      .execute()
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeWithin(500_000, 1_100_000)
  })
})

describe('files', () => {
  const made = (text: string) => ({ type: 'screenshot', mediaType: 'image/png', bytes: bytes(text) })

  test('are given with the answer', async () => {
    await keep(['a', page('one', { files: [made('first'), made('second')] })])
    expect((await find('a'))?.files).toEqual([made('first'), made('second')])
  })

  test('stay when an account forgets its own', async () => {
    const hash = await files.put(bytes('a picture'))
    const own = await store.write((tx) => files.record(tx, 'usr_a', hash, made('a picture')))
    await keep(['a', page('one', { files: [made('a picture')] })])
    await store.write((tx) => files.forget(tx, [own.id]))
    clock.set(clock.now() + 2 * HOUR)
    await files.sweep()
    expect((await find('a'))?.files).toEqual([made('a picture')])
  })

  test('go with the entry', async () => {
    await keep(['a', page('one', { files: [made('old')] })])
    await keep(['a', page('one', { files: [made('new')] })])
    expect(await count('files')).toBe(1)
    await sweep({ store, files, clock }, 1)
    expect(await count('files')).toBe(0)
  })

  test('that are gone leave nothing to be given', async () => {
    await keep(['a', page('one', { files: [made('a picture')] })])
    const [file] = await store.db<{ files: { id: string } }>().selectFrom('files').select('id').execute()
    await store.write((tx) => files.forget(tx, [file!.id]))
    expect(await find('a')).toBeUndefined()
  })
})

describe('an answer is not kept', () => {
  test('where the cache has no room', async () => {
    await reopen(0)
    await keep(['a', page('one')])
    expect([await find('a'), await count('scrape_cache')]).toEqual([undefined, 0])
  })

  test('where it tells of a moment only, and none is given while it would be written', async () => {
    for (const status of [302, 403, 429, 500]) {
      cache.keep(urlOf('a'), options(), 'usr_a', page('one', {}, status))
      expect(await find('a', { account: 'usr_a' })).toBeUndefined()
    }
    await reopen()
    expect(await count('scrape_cache')).toBe(0)
  })

  test('where it would take more than its share', async () => {
    await reopen(100_000)
    await keep(['a', page(noise(100_000))])
    expect(await find('a')).toBeUndefined()
  })

  test('where it is very long', async () => {
    await keep(['a', page('x'.repeat(8 * 1024 * 1024))])
    expect(await find('a')).toBeUndefined()
  })

  test('where it cannot be written, which is logged', async () => {
    await store.close()
    cache.keep(urlOf('a'), options(), 'usr_a', page('one'))
    await cache.close()
    expect(lines.filter((line) => line.includes('A page could not be cached'))).toHaveLength(1)
  })
})

test('hundreds of answers kept at once are all found', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `page${i}`)
  await keep(...names.map((name) => [name, page(name)] as [string, ScrapedPage]))
  for (const name of names) expect(await contentOf(name)).toBe(name)
})

test('answers that wait to be written take no more memory than they may', async () => {
  const large = noise(6 * 1024 * 1024)
  const names = Array.from({ length: 40 }, (_, i) => `large-${i}`)
  for (const name of names) cache.keep(urlOf(name), options(), 'a', page(`${name} ${large}`))
  const found = await Promise.all(names.map((name) => cache.find(urlOf(name), options(), 'a')))
  const count = found.filter((entry) => entry !== undefined).length
  expect(count).toBeGreaterThan(5)
  expect(count * large.length).toBeLessThanOrEqual(64 * 1024 * 1024)
  expect(lines.filter((line) => line.includes('too many wait to be written'))).toHaveLength(names.length - count)
  await cache.close()
  cache = open()
  cache.keep(urlOf('next'), options(), 'a', page('next'))
  expect(await cache.find(urlOf('next'), options(), 'a')).toBeDefined()
}, 30_000)

test('an answer that is too large to be read at once is not kept', async () => {
  for (const data of [{ content: noise(10_000_000) }, { content: '', json: Array(3_000_000).fill(0) }]) {
    cache.keep(urlOf('large'), options(), 'a', { ...page(''), data })
    expect(await cache.find(urlOf('large'), options(), 'a')).toBeUndefined()
  }
})
