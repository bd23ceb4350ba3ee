import { describe, expect, test } from 'bun:test'
import { until } from '../../../core/jobs/open-jobs.ts'
import { DAY, HOUR, openCacheForEach, options, urlOf } from './open-cache.ts'

const { it, page, keep, reopen, find, contentOf, count } = openCacheForEach()

test('minAge applies to answers in memory and in the store', async () => {
  it.cache.keep(urlOf('a'), options(), 'usr_a', page('one'))
  const ages = async () => [await contentOf('a', { minAge: 0 }), await contentOf('a', { minAge: 0.5 })]
  expect(await ages()).toEqual(['one', undefined])
  await reopen()
  expect(await ages()).toEqual(['one', undefined])
  expect(await ages()).toEqual(['one', undefined])
  it.clock.pass(12 * 3_600_000)
  expect(await ages()).toEqual(['one', 'one'])
  expect(await contentOf('a', { minAge: 0.5, maxAge: 0.25 })).toBeUndefined()
})

test('an answer is returned as it was stored, with all its formats and fields', async () => {
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

test('an answer from a time when the clock was days ahead is neither returned nor kept in place of a new one', async () => {
  const now = it.clock.now()
  it.clock.set(now + 2 * DAY)
  await keep(['a', page('from the future')])
  expect(await contentOf('a')).toBe('from the future')
  it.clock.set(now)
  expect(await contentOf('a')).toBeUndefined()
  await keep(['a', page('new')])
  expect(await contentOf('a')).toBe('new')
})

describe('maxAge', () => {
  test('counts days, and fractions of them', async () => {
    await keep(['a', page('one')])
    it.clock.set(it.clock.now() + DAY - 1)
    expect(await contentOf('a', { maxAge: 1 })).toBe('one')
    it.clock.set(it.clock.now() + 1)
    expect(await contentOf('a', { maxAge: 1 })).toBeUndefined()
    expect(await contentOf('a', { maxAge: 1.01 })).toBe('one')
    expect(await contentOf('a', { maxAge: 0 })).toBeUndefined()
    // Not a whole number of milliseconds.
    expect(await contentOf('b', { maxAge: 0.000_001 })).toBeUndefined()
    expect(await contentOf('b', { minAge: 0.000_001 })).toBeUndefined()
  })

  test('of 0 stores nothing, except in place of an older answer', async () => {
    it.cache.keep(urlOf('a'), options({ maxAge: 0 }), 'usr_a', page('one'))
    await reopen()
    expect(await contentOf('a')).toBeUndefined()
    await keep(['a', page('one')])
    it.clock.set(it.clock.now() + DAY)
    it.cache.keep(urlOf('a'), options({ maxAge: 0 }), 'usr_a', page('two'))
    await reopen()
    expect(await contentOf('a')).toBe('two')
    // Also in place of one that is still to be written, and takes longer to be packed.
    it.cache.keep(urlOf('b'), options(), 'usr_a', page('one '.repeat(500_000)))
    it.cache.keep(urlOf('b'), options({ maxAge: 0 }), 'usr_a', page('two'))
    await reopen()
    expect(await contentOf('b')).toBe('two')
  })

  test('applies to answers in memory too', async () => {
    await keep(['a', page('one')])
    expect(await contentOf('a')).toBe('one')
    it.clock.set(it.clock.now() + 2 * DAY)
    expect(await contentOf('a', { maxAge: 2 })).toBeUndefined()
    expect(await contentOf('a', { maxAge: 3 })).toBe('one')
  })

  test('is limited to a year', async () => {
    await keep(['a', page('one')])
    it.clock.set(it.clock.now() + 365 * DAY - 1)
    expect(await contentOf('a', { maxAge: 365 })).toBe('one')
    it.clock.set(it.clock.now() + 1)
    expect(await contentOf('a', { maxAge: 365 })).toBeUndefined()
  })

  test('is limited to a day for a missing page', async () => {
    await keep(['a', page('no such page', {}, 404)])
    it.clock.set(it.clock.now() + DAY - 1)
    expect(await contentOf('a')).toBe('no such page')
    it.clock.set(it.clock.now() + 1)
    expect(await contentOf('a')).toBeUndefined()
  })
})

describe('of the answers for an account', () => {
  test('the newest is returned, its own or a shared one', async () => {
    await keep(['a', page('shared')])
    it.clock.set(it.clock.now() + 1)
    await keep(['a', page('own', { shareable: false })])
    expect(await contentOf('a', { account: 'usr_a' })).toBe('own')
    expect(await contentOf('a', { account: 'usr_b' })).toBe('shared')
    it.clock.set(it.clock.now() + 1)
    await keep(['a', page('newer')])
    expect(await contentOf('a', { account: 'usr_a' })).toBe('newer')
  })

  test('a newer one replaces its own, and not that of another account from the same moment', async () => {
    const keepOwn = (account: string, content: string) =>
      it.cache.keep(urlOf('a'), options(), account, page(content, { shareable: false }))
    keepOwn('usr_a', 'of a')
    keepOwn('usr_b', 'old')
    await reopen()
    expect(await contentOf('a', { account: 'usr_a' })).toBe('of a')
    expect(await contentOf('a', { account: 'usr_b' })).toBe('old')
    it.clock.set(it.clock.now() + 1)
    keepOwn('usr_a', 'newer')
    await reopen()
    expect(await contentOf('a', { account: 'usr_a' })).toBe('newer')
    expect(await contentOf('a', { account: 'usr_b' })).toBe('old')
  })

  test('the newest is returned, even if it was written first', async () => {
    const late = it.clock.now()
    it.clock.set(late + 1)
    it.cache.keep(urlOf('a'), options(), 'usr_a', page('newer'))
    it.clock.set(late)
    it.cache.keep(urlOf('a'), options(), 'usr_a', page('older'))
    await reopen()
    expect(await contentOf('a')).toBe('newer')
    expect(await count('scrape_cache_bodies')).toBe(1)
  })

  test('the newest is returned while it is being written, and from memory', async () => {
    await keep(['a', page('shared')])
    expect(await contentOf('a', { account: 'usr_a' })).toBe('shared')
    it.clock.set(it.clock.now() + 1)
    it.cache.keep(urlOf('a'), options(), 'usr_a', page('own', { shareable: false }))
    expect(await contentOf('a', { account: 'usr_a' })).toBe('own')
    expect(await contentOf('a', { account: 'usr_b' })).toBe('shared')
  })
})

describe('after another account has read its answer, an account is still returned the newest', () => {
  const own = (content: string) => page(content, { shareable: false })
  const both = async () => [await contentOf('a', { account: 'usr_b' }), await contentOf('a', { account: 'usr_a' })]

  test('that is its own', async () => {
    await keep(['a', page('shared')])
    it.clock.set(it.clock.now() + 1)
    await keep(['a', own('own')])
    expect([...(await both()), ...(await both())]).toEqual(['shared', 'own', 'shared', 'own'])
  })

  test('that is shared', async () => {
    await keep(['a', own('own')])
    expect(await both()).toEqual([undefined, 'own'])
    it.clock.set(it.clock.now() + 1)
    it.cache.keep(urlOf('a'), options(), 'usr_b', page('shared'))
    await until('it is written', async () => (await count('scrape_cache')) === 2)
    expect([...(await both()), ...(await both())]).toEqual(['shared', 'shared', 'shared', 'shared'])
  })
})

test('an answer that is older than minAge, read while a newer one is written, does not hide that', async () => {
  await keep(['a', page('old')])
  it.clock.set(it.clock.now() + DAY)
  it.cache.keep(urlOf('a'), options(), 'usr_a', page('new'))
  expect(await contentOf('a', { minAge: 0.5 })).toBe('old')
  await until('it is written', async () => (await contentOf('a', { minAge: 0.5 })) === undefined)
  expect(await contentOf('a')).toBe('new')
})

test('an answer that has waited to be written for longer than maxAge is not returned', async () => {
  it.cache.keep(urlOf('a'), options(), 'usr_a', page('old'))
  it.clock.set(it.clock.now() + 2 * DAY)
  const [late, found] = [contentOf('a', { maxAge: 1 }), contentOf('a', { maxAge: 3 })]
  expect([await late, await found]).toEqual([undefined, 'old'])
})

test('the use of an answer is noted once an hour, also if it is read from memory', async () => {
  const made = it.clock.now()
  await keep(['a', page('one')])
  const usedAfter = async (ms: number) => {
    it.clock.set(made + ms)
    await contentOf('a')
    // Writes are made in order.
    await it.store.write(async () => {})
    const db = it.store.db<{ scrape_cache: { used_at: number } }>()
    return (await db.selectFrom('scrape_cache').select('used_at').executeTakeFirst())!.used_at - made
  }
  expect([await usedAfter(HOUR - 1), await usedAfter(HOUR), await usedAfter(HOUR + 1)]).toEqual([0, HOUR, HOUR])
})

describe('the same content', () => {
  test('is stored once for all visits', async () => {
    await keep(['a', page('one')], ['b', page('one')], ['c', page('two')])
    await keep(['a', page('one', { shareable: false }), 'usr_b'])
    expect([await count('scrape_cache'), await count('scrape_cache_bodies')]).toEqual([4, 2])
  })

  test('is deleted with its last entry', async () => {
    await keep(['a', page('one')], ['b', page('one')])
    await keep(['a', page('two')])
    expect(await count('scrape_cache_bodies')).toBe(2)
    await keep(['b', page('three')])
    expect(await count('scrape_cache_bodies')).toBe(2)
    expect([await contentOf('a'), await contentOf('b')]).toEqual(['two', 'three'])
  })

  test('keeps the metadata of each visit', async () => {
    const [one, two] = [page('one'), page('one')]
    await keep(['a', one], ['b', two])
    expect((await find('a'))?.metadata).toEqual({ ...one.metadata, cached: true, cachedAt: one.metadata.extractedAt })
    expect((await find('b'))?.metadata.processingTime).toBe(two.metadata.processingTime)
  })
})
