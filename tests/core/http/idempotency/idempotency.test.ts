import { afterAll, beforeAll, expect, setSystemTime, test } from 'bun:test'
import { type OpenedDigest, openDigest } from '../../../plugins/jobs/open-digest.ts'

let weir: OpenedDigest
let me: { id: string; key: string; session: string }
beforeAll(async () => {
  weir = await openDigest()
  me = await weir.user()
})
afterAll(() => weir.close())

let made = 0
const newKey = () => `key-${++made}`
const send = (body: object, key: string, as = me.key) =>
  weir.post('/v1/digest', body, { key: as, headers: { 'idempotency-key': key } })
const jobsOf = async (key: string) => (await weir.get('/v1/jobs?limit=100', { key })).body.data.jobs

test('fifty equal requests at once start one job, and all get its response', async () => {
  const user = await weir.user()
  const key = newKey()
  const body = { urls: weir.site.urls(3, 20) }
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(body, key, user.key)))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]!.status).toBe(202)
  expect(await jobsOf(user.key)).toHaveLength(1)
  await weir.ended(answers[0]!.body.data.jobId, { key: user.key })
  const { credits } = (await weir.get('/v1/users/profile', { key: user.key })).body.data
  expect(credits.used).toBe(1.5)
})

test('the order of the fields does not matter, and a different body is a conflict', async () => {
  const key = newKey()
  const urls = weir.site.urls(1)
  const first = await send({ urls, note: 1 }, key)
  expect((await send({ note: 1, urls }, key)).text).toBe(first.text)
  const other = await send({ urls: [...urls, ...urls] }, key)
  expect([other.status, other.body.error.code]).toEqual([409, 'conflict'])
})

test('a different body while the first is under way is a conflict too', async () => {
  const key = newKey()
  const [one, two] = await Promise.all([send({ urls: weir.site.urls(1) }, key), send({ urls: weir.site.urls(2) }, key)])
  expect([one.status, two.status].toSorted()).toEqual([202, 409])
})

test('a key belongs to one account and one endpoint', async () => {
  const other = await weir.user()
  const key = newKey()
  const urls = weir.site.urls(1)
  const [one, two] = [await send({ urls }, key), await send({ urls }, key, other.key)]
  expect(one.body.data.jobId).not.toBe(two.body.data.jobId)
  const third = await weir.post('/v1/picture', { names: ['a'] }, { key: me.key, headers: { 'idempotency-key': key } })
  expect(third.status).toBe(202)
})

test('a refused request is not kept: the next one with its key is done', async () => {
  const user = await weir.user('enterprise', { monthlyCredits: 0 })
  const key = newKey()
  const body = { urls: weir.site.urls(1) }
  expect((await send(body, key, user.key)).status).toBe(402)
  await weir.call('PUT', `/v1/admin/users/${user.id}`, { monthlyCredits: 10 })
  expect((await send(body, key, user.key)).status).toBe(202)
})

test('the key is checked after validation and before the limits, and a replay does not count against them', async () => {
  const user = await weir.user('free')
  const key = newKey()
  const body = { urls: weir.site.urls(1) }
  for (let i = 0; i < 15; i++) expect((await send(body, key, user.key)).status).toBe(202)
  const last = await send(body, key, user.key)
  expect(last.headers.get('x-ratelimit-remaining')).toBe('9')
  expect(last.headers.get('idempotency-replayed')).toBe('true')
  expect((await send({ urls: 5 }, key, user.key)).status).toBe(400)
  expect(await jobsOf(user.key)).toHaveLength(1)
})

test('an invalid key is refused', async () => {
  for (const key of ['x'.repeat(256), '\u00fc'])
    expect([key.length, (await send({ urls: weir.site.urls(1) }, key)).status]).toEqual([key.length, 400])
})

test('nothing is kept for a session, which may read new API keys', async () => {
  const make = () =>
    weir.post('/v1/auth/api-keys', { name: 'x' }, { key: me.session, headers: { 'idempotency-key': 'same' } })
  const [one, two] = [await make(), await make()]
  expect(one.body.data.key).not.toBe(two.body.data.key)
})

const large = (fields: object, key: string, path = '/v1/large/now') =>
  weir.post(
    path,
    { name: 'a', texts: 1, characters: 10, nested: 0, ...fields },
    { headers: { 'idempotency-key': key } },
  )

test('a response is kept for 24 hours', async () => {
  const key = newKey()
  const replayed = async (after: number) => {
    setSystemTime(Date.now() + after)
    return (await large({}, key)).headers.get('idempotency-replayed')
  }
  try {
    expect([await replayed(0), await replayed(86_390_000), await replayed(20_000)]).toEqual([null, 'true', null])
  } finally {
    setSystemTime()
  }
})

test('a response over 8 MiB is not kept, and the request is not done again', async () => {
  const key = newKey()
  const first = await large({ characters: 9_000_000 }, key)
  expect([first.status, first.body.data.content.length >= 9_000_000]).toEqual([200, true])
  const again = await large({ characters: 9_000_000 }, key)
  expect([again.status, again.body.error.code, again.body.error.details]).toEqual([
    409,
    'conflict',
    { header: 'Idempotency-Key', reason: 'answer_not_kept' },
  ])
  expect(again.body.error.message).toContain('new key')
  expect((await large({ characters: 10 }, key)).body.error.message).toContain('another body')
}, 120_000)

test('a response of up to 8 MiB is kept whole, and compressed as the caller accepts it', async () => {
  const key = newKey()
  const first = await large({ characters: 3_000_000 }, key)
  const again = await large({ characters: 3_000_000 }, key)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  expect(again.text === first.text).toBe(true)
}, 120_000)

test('only a few may wait for one response; the others are told to try again', async () => {
  const key = newKey()
  const answers = await Promise.all(Array.from({ length: 100 }, () => large({ characters: 500_000 }, key)))
  const statuses = answers.map(({ status }) => status)
  // A request that comes when the response is there gets it at once.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(65)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, headers, body } of refused)
    expect([status, headers.get('retry-after'), body.error.details.reason]).toEqual([409, '5', 'under_way'])
}, 120_000)
