import { describe, expect, test } from 'bun:test'
import { sweep } from '../../../../plugins/scrape/cache/sweep.ts'
import type { ScrapedPage } from '../../../../plugins/scrape/service.ts'
import { bytes, DAY, HOUR, noise, openCacheForEach, options, urlOf } from './open-cache.ts'

const { it, page, keep, reopen, find, contentOf, count } = openCacheForEach()

describe('a sweep', () => {
  const swept = (maxBytes = 1e9) => sweep(it, maxBytes)

  test('deletes expired entries', async () => {
    await keep(['a', page('missing', {}, 404)], ['b', page('one')])
    it.clock.set(it.clock.now() + DAY)
    await swept()
    expect([await count('scrape_cache'), await count('scrape_cache_bodies')]).toEqual([1, 1])
    it.clock.set(it.clock.now() + 364 * DAY)
    await swept()
    expect([await count('scrape_cache'), await count('scrape_cache_bodies')]).toEqual([0, 0])
  })

  test('deletes the least recently used entries if there are too many', async () => {
    for (let i = 0; i < 20; i++) {
      await keep([`page${i}`, page(noise(10_000))])
      it.clock.set(it.clock.now() + HOUR)
    }
    await find('page0')
    await find('page1')
    await it.cache.close()
    await swept(100_000)
    const left = (await Promise.all(Array.from({ length: 20 }, (_, i) => contentOf(`page${i}`)))).map(Boolean)
    expect(left.slice(0, 2)).toEqual([true, true])
    expect(left.slice(-5)).toEqual([true, true, true, true, true])
    expect(left.indexOf(false)).toBe(2)
    expect(left.lastIndexOf(false)).toBe(left.filter((kept) => !kept).length + 1)
    const sizes = await it.store
      .db<{ scrape_cache: { size: number } }>()
      .selectFrom('scrape_cache')
      .select('size')
      .execute()
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeWithin(60_000, 100_001)
  })

  test('keeps entries that fit', async () => {
    await keep(['a', page(noise(10_000))], ['b', page(noise(10_000))])
    await swept(30_000)
    expect(await count('scrape_cache')).toBe(2)
  })

  test('deletes hundreds of entries one after the other', async () => {
    for (let i = 0; i < 250; i++) it.cache.keep(urlOf(`page${i}`), options(), 'usr_a', page(`page ${i}`))
    await it.cache.close()
    await swept(1)
    expect(await count('scrape_cache')).toBe(0)
  })

  test('starts by itself after many additions', async () => {
    await reopen(1_000_000)
    for (let i = 0; i < 60; i++) {
      it.cache.keep(urlOf(`page${i}`), options(), 'usr_a', page(noise(40_000)))
      await Bun.sleep(2)
    }
    await it.cache.close()
    const sizes = await it.store
      .db<{ scrape_cache: { size: number } }>()
      .selectFrom('scrape_cache')
      .select('size')
      .execute()
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeWithin(500_000, 1_100_000)
  })
})

describe('files', () => {
  const made = (text: string) => ({ type: 'screenshot', mediaType: 'image/png', bytes: bytes(text) })

  test('are returned with the answer', async () => {
    await keep(['a', page('one', { files: [made('first'), made('second')] })])
    expect((await find('a'))?.files).toEqual([made('first'), made('second')])
  })

  test('stay when an account deletes its own copy', async () => {
    const hash = await it.files.put(bytes('a picture'))
    const own = await it.store.write((tx) => it.files.record(tx, 'usr_a', hash, made('a picture')))
    await keep(['a', page('one', { files: [made('a picture')] })])
    await it.store.write((tx) => it.files.forget(tx, [own.id]))
    it.clock.set(it.clock.now() + 2 * HOUR)
    await it.files.sweep()
    expect((await find('a'))?.files).toEqual([made('a picture')])
  })

  test('are deleted with their entry', async () => {
    await keep(['a', page('one', { files: [made('old')] })])
    await keep(['a', page('one', { files: [made('new')] })])
    expect(await count('files')).toBe(1)
    await sweep(it, 1)
    expect(await count('files')).toBe(0)
  })

  test('that are missing make the answer invalid', async () => {
    await keep(['a', page('one', { files: [made('a picture')] })])
    expect(await find('a')).toBeDefined()
    const [file] = await it.store.db<{ files: { id: string } }>().selectFrom('files').select('id').execute()
    await it.store.write((tx) => it.files.forget(tx, [file!.id]))
    expect(await find('a')).toBeUndefined()
  })
})

describe('an answer is not stored', () => {
  test('if the cache has no space', async () => {
    await reopen(0)
    await keep(['a', page('one')])
    expect([await find('a'), await count('scrape_cache')]).toEqual([undefined, 0])
  })

  test('if its status is temporary, and none is returned while it would be written', async () => {
    for (const status of [302, 403, 429, 500]) {
      it.cache.keep(urlOf('a'), options(), 'usr_a', page('one', {}, status))
      expect(await find('a', { account: 'usr_a' })).toBeUndefined()
    }
    await reopen()
    expect(await count('scrape_cache')).toBe(0)
  })

  test('if it exceeds its share', async () => {
    await reopen(100_000)
    await keep(['a', page(noise(100_000))])
    expect(await find('a')).toBeUndefined()
  })

  test('if it is very long', async () => {
    await keep(['a', page('x'.repeat(8 * 1024 * 1024))])
    expect(await find('a')).toBeUndefined()
  })

  test('if the write fails, which is logged', async () => {
    await it.store.close()
    it.cache.keep(urlOf('a'), options(), 'usr_a', page('one'))
    await it.cache.close()
    expect(it.lines.filter((line) => line.includes('A page could not be cached'))).toHaveLength(1)
  })
})

test('hundreds of answers stored at once are all found', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `page${i}`)
  await keep(...names.map((name) => [name, page(name)] as [string, ScrapedPage]))
  for (const name of names) expect(await contentOf(name)).toBe(name)
})

test('answers that wait to be written stay within their memory limit', async () => {
  const large = noise(6 * 1024 * 1024)
  const names = Array.from({ length: 40 }, (_, i) => `large-${i}`)
  for (const name of names) it.cache.keep(urlOf(name), options(), 'a', page(`${name} ${large}`))
  const found = await Promise.all(names.map((name) => it.cache.find(urlOf(name), options(), 'a')))
  const count = found.filter((entry) => entry !== undefined).length
  expect(count).toBeGreaterThan(5)
  expect(count * large.length).toBeLessThanOrEqual(64 * 1024 * 1024)
  expect(it.lines.filter((line) => line.includes('too many wait to be written'))).toHaveLength(names.length - count)
  await reopen()
  it.cache.keep(urlOf('next'), options(), 'a', page('next'))
  expect(await it.cache.find(urlOf('next'), options(), 'a')).toBeDefined()
}, 120_000)

test('an answer that is too large to be read at once is not stored', async () => {
  for (const data of [{ content: noise(10_000_000) }, { content: '', json: Array(3_000_000).fill(0) }]) {
    it.cache.keep(urlOf('large'), options(), 'a', { ...page(''), data })
    expect(await it.cache.find(urlOf('large'), options(), 'a')).toBeUndefined()
  }
})
