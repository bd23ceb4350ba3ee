import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { defineJob } from 'weirjs'
import type { User } from '../../../../core/contracts/accounts.ts'
import { unpack } from '../../../../core/jobs/store/compression.ts'
import { deleteJob } from '../../../../core/jobs/store/delete-job.ts'
import { createOnce } from '../../../../core/jobs/store/once.ts'
import { headOf, packResult } from '../../../../core/jobs/store/pack-result.ts'
import { readResults } from '../../../../core/jobs/store/results.ts'
import { readStored } from '../../../../core/jobs/store/stored-result.ts'
import { createMemoryLeases } from '../../../../core/leases/memory-leases.ts'
import { itemOf, type Lifecycle, openLifecycle, pages } from '../lifecycle/open-lifecycle.ts'

/** What is stored of a result: its size, the paths of its long texts, the rest, and the number of long texts. */
async function stored(result: unknown) {
  const { body, bodies } = await packResult(result)
  const text = unpack(body)
  const end = text.indexOf('\n')
  const { size, gaps } = headOf(text.slice(0, end))
  return {
    size,
    at: gaps.map(([at]) => at),
    json: text.slice(end + 1),
    texts: bodies.map(({ content }) => unpack(content)),
  }
}
const long = (length = 2048, letter = 'x') => letter.repeat(length)
/** The bytes that a reader gets. */
const sizeOf = (result: unknown) => Buffer.byteLength(JSON.stringify(result ?? null))

describe('a result is stored', () => {
  test('as JSON, with texts of 2048 characters and more stored separately', async () => {
    const result = { url: 'u', short: long(2047), text: long(), last: 1 }
    const json = JSON.stringify({ ...result, text: undefined }).replace('"last"', '"text":,"last"')
    expect(await stored(result)).toEqual({
      size: sizeOf(result),
      at: [json.indexOf('"text":') + '"text":'.length],
      json,
      texts: [long()],
    })
  })

  test('with a repeated text stored once, and without undefined fields', async () => {
    const result = { a: long(), none: undefined, b: long(3000, 'y'), c: long() }
    expect(await stored(result)).toEqual({
      size: sizeOf(result),
      at: [5, 10, 15],
      json: '{"a":,"b":,"c":}',
      texts: [long(), long(3000, 'y')],
    })
  })

  test('with its size as JSON, whatever its texts contain', async () => {
    for (const text of ['"quoted" \\ back', '\b\t\n\f\r', '\u0000\u0001\u000b\u001f\u007f', 'äöü€😀'])
      for (const result of [{ text: text + long() }, { text: long() + text }, { text: long(2049) + text }])
        expect((await stored(result)).size).toBe(sizeOf(result))
  })

  test('whole if it is not an object, or if a text is not valid Unicode', async () => {
    for (const result of [null, 5, long(5000), [long(5000)], { half: `\ud800${long(5000)}` }]) {
      const { size, at, json, texts } = await stored(result)
      expect([size, at, json, texts]).toEqual([sizeOf(result), [], JSON.stringify(result), []])
    }
    expect((await stored(undefined)).json).toBe('null')
  })

  test('and results of older versions, which have no size, can be read', () =>
    expect([headOf('[]'), headOf('[[5,"ab"]]'), headOf('[7,[[5,"ab"]]]')]).toEqual([
      { gaps: [] },
      { gaps: [[5, 'ab']] },
      { size: 7, gaps: [[5, 'ab']] },
    ]))
})

const unordered = defineJob({ ...pages, name: 'test.unordered', order: 'completion' })
const inputOf = (paths: string[]) => ({ kind: 'test.unordered', input: { paths } })
let world: Lifecycle
let user: User
beforeAll(async () => {
  world = await openLifecycle([pages, unordered])
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.clear()
  user = await world.addUser()
})

test('results are in the order of their items or of their completion, and are read page by page', async () => {
  const positions = async (given: string[] | ReturnType<typeof inputOf>) => {
    const { n } = await world.start(user, given)
    const [a, b, c] = await world.claimed(user.id)
    for (const item of [c, a, b])
      await world.complete([item!], (path) => ({ result: { path, text: `${path}${long()}` }, millicredits: 0 }))
    const read = async (after: number, limit: number) =>
      (await readResults(world.store, n, { after, limit })).map(({ position, json, files }) => {
        const { path, text } = JSON.parse(json)
        return [position, path, text === `${path}${long()}`, files]
      })
    return [...(await read(0, 2)), ...(await read(2, 10))]
  }
  const entry = (position: number, path: string) => [position, path, true, []]
  expect(await positions(['a', 'b', 'c'])).toEqual([entry(1, 'a'), entry(2, 'b'), entry(3, 'c')])
  expect(await positions(inputOf(['a', 'b', 'c']))).toEqual([entry(1, 'c'), entry(2, 'a'), entry(3, 'b')])
})

test('a long result is read piece by piece', async () => {
  const { n } = await world.start(user, ['a'])
  const some = () => Array.from({ length: 10_000 }, () => crypto.randomUUID())
  const result = { list: some(), text: some().join(' ') }
  await world.complete(await world.claimed(user.id), () => ({ result, millicredits: 0 }))
  let json = ''
  for await (const stored of readStored(world.store, n, 0)) for await (const piece of stored.json()) json += piece
  expect(json === JSON.stringify(result)).toBe(true)
})

test('a job is deleted with everything that belongs to it, and its long texts if no other job has them', async () => {
  const jobs = [await world.start(user, ['a']), await world.start(user, ['b'])]
  await world.complete(await world.claimed(user.id, 1), () => ({
    result: { shared: long(), own: long(2048, 'a') },
    millicredits: 0,
  }))
  await world.complete(await world.claimed(user.id, 1), () => ({ result: { shared: long() }, millicredits: 0 }))
  const count = async (table: string) =>
    (await world.store.db<Record<string, { job: number }>>().selectFrom(table).selectAll().execute()).length
  const uses = async () =>
    (
      await world.store
        .db<{ job_bodies: { uses: number } }>()
        .selectFrom('job_bodies')
        .select('uses')
        .orderBy('uses')
        .execute()
    ).map((body) => body.uses)
  expect(await uses()).toEqual([1, 2])
  await deleteJob(world.ports, jobs[0]!.n)
  expect(await uses()).toEqual([0, 1])
  expect(await Promise.all(['jobs', 'job_inputs', 'job_items', 'job_results'].map(count))).toEqual([1, 1, 1, 1])
  await deleteJob(world.ports, jobs[1]!.n, () => true)
  expect(await Promise.all(['jobs', 'job_items', 'job_results'].map(count))).toEqual([1, 1, 1])
})

describe('a task that runs once per job', () => {
  const open = () => createOnce(world.store, createMemoryLeases())
  test('is done once, by whoever asks first, and its value is kept', async () => {
    const { n } = await world.start(user, ['a'])
    const once = open()
    let made = 0
    const make = async () => ({ number: ++made })
    expect(await Promise.all([once(n, 'k', make), once(n, 'k', make)])).toEqual([{ number: 1 }, { number: 1 }])
    expect([await once(n, 'k', make), await open()(n, 'k', make)]).toEqual([{ number: 1 }, { number: 1 }])
    expect([await once(n, 'other', make), await once(n + 1, 'k', make)]).toEqual([{ number: 2 }, { number: 3 }])
    expect(await once(n, 'nothing', async () => undefined as unknown)).toBe(null)
  })
  test('is done by the next who asks if it failed', async () => {
    const { n } = await world.start(user, ['a'])
    const once = open()
    const failing = once(n, 'k', () => Promise.reject(new Error('the first fails')))
    const second = once(n, 'k', async () => 'second')
    await expect(failing).rejects.toThrow('the first fails')
    expect(await second).toBe('second')
  })
  test('gives a million characters of JSON at most', async () => {
    const { n } = await world.start(user, ['a'])
    const once = open()
    const of = (length: number) => once(n, `${length}`, async () => 'x'.repeat(length - 2))
    expect(await of(1_000_000)).toHaveLength(999_998)
    await expect(of(1_000_001)).rejects.toThrow(
      'What is done once may give 1000000 characters of JSON; 1000001 gave 1000001',
    )
  })
})

test('an item is not added if the job has its key already, or has no room for it', async () => {
  const job = await world.start(user, ['a'], { limit: 1 })
  const [a] = await world.claimed(user.id)
  expect((await world.job(job.id)).total).toBe(1)
  const next = ['a', 'b', 'b', 'c'].map(itemOf)
  await world.change(job, { item_limit: 2 })
  await world.complete([a!], () => ({ millicredits: 0, next }))
  expect(await world.states(job)).toEqual(['a succeeded', 'b queued', 'c queued'])
  const [b] = await world.claimed(user.id)
  // Ten wait for each outcome that may still come, including this one's, and a thousand more; this one is among them.
  const many = Array.from({ length: 3000 }, (_, i) => itemOf(`${i}`))
  await world.change(job, { item_limit: 3 })
  await world.complete([b!], () => ({ millicredits: 0, next: many }))
  const { total, succeeded } = await world.job(job.id)
  expect([succeeded, total - succeeded]).toEqual([2, 1019])
})
