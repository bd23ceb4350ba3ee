import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { feedOf } from '../../../plugins/monitors/routes/feed.ts'
import type { MonitorRow, RunRow } from '../../../plugins/monitors/store/tables.ts'
import { testIn } from '../../browsers.ts'
import { isSqlite } from '../../store.ts'
import { article, MONITORS, type Opened, openMonitors, startSite, YEARLY } from './open.ts'

const testInChromium = await testIn('chromium')
const site = startSite()
let weir: Opened
beforeAll(async () => {
  weir = await openMonitors({ WEIR_PLANS: JSON.stringify({ free: { monitors: { count: 3 } } }) })
})
afterAll(async () => {
  await weir.close()
  site.stop()
})

const LINES = ['alpha stands first', 'bravo stands second', 'charlie stands third', 'delta stands fourth']
const page = (path: string) => site.put(path, article(LINES))
const watch = (changes: object = {}) => ({ url: page('/plain'), name: 'watch', schedule: YEARLY, ...changes })

describe('an invalid request', () => {
  test.each([
    ['no name', { name: undefined }, 'name'],
    ['a name that is not a string', { name: 7 }, 'name'],
    ['an invalid address', { url: 'nonsense' }, 'url'],
    ['no schedule', { schedule: undefined }, 'schedule'],
    ['a schedule that is not a string', { schedule: 5 }, 'schedule'],
    ['an unknown time zone', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['an offset as a time zone', { timezone: '+02:00' }, 'timezone'],
    ['a short offset as a time zone', { timezone: '-0530' }, 'timezone'],
    ['a threshold beyond 100', { options: { threshold: 101 } }, 'options.threshold'],
    ['an invalid selector', { options: { selector: 'p[' } }, 'options.selector'],
    ['an invalid tag', { options: { selector: 'p', includeTags: ['p['] } }, 'options.includeTags'],
    ['zero retention', { options: { zeroRetention: true } }, 'options.zeroRetention'],
    ['a pattern with a backreference', { options: { ignore: ['(a)\\1'] } }, 'options.ignore.0'],
    ['patterns that repeat too much', { options: { ignore: Array(20).fill('(\\w{20}){10}') } }, 'options.ignore'],
    ['an unknown engine', { options: { engine: 'steam' } }, 'options.engine'],
    [
      'credentials that lack a name',
      { options: { authentication: { type: 'basic' } } },
      'options.authentication.username',
    ],
  ])('%s', async (_, changes, parameter) => {
    const { status, body } = await weir.post(MONITORS, watch(changes))
    expect([status, body.error?.code, body.error?.details.parameter]).toEqual([400, 'invalid_request', parameter])
    expect(body.error.message).toStartWith(parameter)
  })

  test('more monitors than the plan allows', async () => {
    const [{ key }, other] = [await weir.user('free'), await weir.user('free')]
    await weir.make(watch(), other.key)
    for (let i = 0; i < 3; i++) await weir.make(watch(), key)
    const { status, body } = await weir.post(MONITORS, watch(), { key })
    expect([status, body.error.code, body.error.details]).toEqual([400, 'invalid_request', { maximum: 3 }])
    const imported = await weir.post(`${MONITORS}/import`, { monitors: [watch()] }, { key })
    expect(imported.status).toBe(400)
  })

  test('unknown monitors, and those of others', async () => {
    const id = await weir.make(watch())
    const { key } = await weir.user('pro')
    for (const [one, as] of [
      ['mon_01900000-0000-7000-8000-000000000000', weir.adminKey],
      ['nonsense', weir.adminKey],
      [id, key],
    ] as const)
      for (const [method, tail, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { name: 'mine' }],
        ['DELETE', '', undefined],
        ['POST', '/run', undefined],
        ['POST', '/feed', undefined],
        ['GET', '/history', undefined],
      ] as const) {
        const answer = await weir.call(method, `${MONITORS}/${one}${tail}`, body, { key: as })
        expect([answer.status, answer.body.error.details]).toEqual([404, { resource: 'monitor', id: one }])
      }
  })
})

test('secrets are stored and used, but never shown', async () => {
  const seen: (string | null)[] = []
  const url = site.put('/secret', article(LINES))
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      seen.push(request.headers.get('authorization'))
      return new Response(article(LINES), { headers: { 'content-type': 'text/html' } })
    },
  })
  try {
    const authentication = { type: 'bearer', token: 'a-very-secret-token' }
    const id = await weir.make({ url: server.url.href, options: { authentication, threshold: 0.5 } })
    const read = await weir.get(`${MONITORS}/${id}`)
    expect(read.text).not.toContain('a-very-secret-token')
    expect(read.body.data).toMatchObject({ options: { threshold: 0.5 }, hiddenOptions: ['authentication'] })
    await weir.call('PATCH', `${MONITORS}/${id}`, { options: { threshold: 1 } })
    await weir.run(id)
    expect(seen).toEqual(['Bearer a-very-secret-token'])
    expect((await weir.get(`${MONITORS}/export`)).text).not.toContain('a-very-secret-token')
    if (isSqlite) expect(await Bun.file(`${weir.dataDir}/weir.db`).text()).not.toContain('a-very-secret-token')
  } finally {
    server.stop(true)
  }
  expect(url).toBeString()
})

test('monitors are filtered by their tags, and paged', async () => {
  const { key } = await weir.user('pro')
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push(await weir.make(watch({ tags: i % 2 === 0 ? ['even', 'all'] : ['all'] }), key))
  const list = async (query: string) => (await weir.get(`${MONITORS}?${query}`, { key })).body.data
  const idsOf = (monitors: { id: string }[]) => monitors.map(({ id }) => id)
  expect(idsOf((await list('tag=even')).monitors)).toEqual([ids[4]!, ids[2]!, ids[0]!])
  const first = await list('limit=3&tag=all')
  expect([idsOf(first.monitors), typeof first.nextCursor]).toEqual([[ids[4]!, ids[3]!, ids[2]!], 'string'])
  const second = await list(`limit=3&tag=all&cursor=${first.nextCursor}`)
  expect([idsOf(second.monitors), second.nextCursor]).toEqual([[ids[1]!, ids[0]!], null])
  await weir.call('PATCH', `${MONITORS}/${ids[0]}`, { tags: [] }, { key })
  expect(idsOf((await list('tag=even')).monitors)).toEqual([ids[4]!, ids[2]!])
})

test('another page, or another part of it, starts with a new baseline', async () => {
  const id = await weir.make(watch())
  const statuses: string[] = []
  for (const changes of [{}, {}, { options: { selector: 'p' } }, {}, { url: page('/other') }, { name: 'another' }]) {
    await weir.call('PATCH', `${MONITORS}/${id}`, changes)
    statuses.push((await weir.run(id)).status)
  }
  expect(statuses).toEqual(['baseline', 'unchanged', 'baseline', 'unchanged', 'baseline', 'unchanged'])
})

test('an update validates only the fields that it has', async () => {
  const { key } = await weir.user('pro')
  const notifications = { webhook: 'http://127.0.0.1:9999/hook', email: 'you@example.com' }
  const id = await weir.make(watch({ options: { notifications } }), key)
  const change = (changes: object) => weir.call('PATCH', `${MONITORS}/${id}`, changes, { key })
  expect((await change({ status: 'paused' })).body.warnings).toBeUndefined()
  expect((await change({ options: { threshold: 0.5 } })).body.warnings).toBeUndefined()
  expect((await change({ options: { notifications } })).body.warnings).toEqual([
    expect.stringContaining('WEIR_SMTP_URL'),
  ])
  expect((await change({ options: { selector: 'p[' } })).status).toBe(400)
  expect((await change({ options: { notifications: { webhook: 'http://10.1.2.3/' } } })).status).toBe(400)
  expect((await change({ timezone: 'Mars/Olympus' })).status).toBe(400)
})

test.each([
  ['changeTracking', { formats: ['markdown', 'changeTracking'] }],
  ['changeTracking', { changeTracking: { tag: 'weekly' } }],
  ['maxAge', { maxAge: 7 }],
])('options that a monitor sets itself are ignored, with a warning: %s', async (name, options) => {
  const { status, body } = await weir.post(MONITORS, watch({ options }))
  expect([status, body.warnings]).toEqual([201, [expect.stringContaining(name)]])
})

test('an unknown option is neither stored nor shown, as it may be a secret', async () => {
  const options = { authentification: 'a-misspelt-secret', threshold: 0.5, notifications: { pigeon: 'a-secret-loft' } }
  const { body } = await weir.post(MONITORS, watch({ options }))
  expect(body.warnings).toEqual([
    'unknown parameter: options.authentification',
    'unknown parameter: options.notifications.pigeon',
  ])
  const id = body.data.monitorId
  const shown = async () => (await weir.get(`${MONITORS}/${id}`)).body.data.options
  expect(await shown()).toEqual({ threshold: 0.5, notifications: {} })
  await weir.call('PATCH', `${MONITORS}/${id}`, { options: { passwort: 'another-secret', threshold: 0.4 } })
  expect(await shown()).toEqual({ threshold: 0.4, notifications: {} })
  const imported = await weir.post(`${MONITORS}/import`, { monitors: [watch({ options })] })
  expect((await weir.get(`${MONITORS}/${imported.body.data.monitorIds[0]}`)).text).not.toContain('secret')
})

test('an update of the format replaces earlier formats', async () => {
  const id = await weir.make(watch({ options: { formats: ['text', 'links'] } }))
  const { body } = await weir.call('PATCH', `${MONITORS}/${id}`, { options: { format: 'html' } })
  expect(body.data.options).toEqual({ format: 'html' })
  const again = await weir.call('PATCH', `${MONITORS}/${id}`, { options: { formats: ['text'] } })
  expect(again.body.data.options).toEqual({ formats: ['text'], format: 'html' })
})

test.each([
  [{ ignore: ['counter \\d+'] }, 'unchanged'],
  [{ selector: 'h1' }, 'unchanged'],
  [{ threshold: 50 }, 'unchanged'],
  [{ threshold: 0.0001 }, 'changed'],
  [{ detectChanges: false }, 'unchanged'],
  [{ formats: ['text'] }, 'changed'],
  [{ formats: ['json'] }, 'changed'],
])('with %j a changed counter is %s', async (options, status) => {
  const path = `/counter-${JSON.stringify(options).replace(/\W/g, '')}`
  const id = await weir.make({ url: site.put(path, article([...LINES, 'counter 1'])), options })
  await weir.run(id)
  site.put(path, article([...LINES, 'counter 2']))
  expect((await weir.run(id)).status).toBe(status)
})

test('an export is imported unchanged, and either completely or not at all', async () => {
  const { key } = await weir.user('pro')
  await weir.make(watch({ name: 'one', tags: ['x'], timezone: 'Asia/Tokyo', options: { threshold: 0.2 } }), key)
  await weir.make(watch({ name: 'two', status: 'paused', options: { headers: { 'x-key': 'secret' } } }), key)
  const exported = (await weir.get(`${MONITORS}/export`, { key })).body.data
  const other = await weir.user('pro')
  const bad = { monitors: [...exported.monitors, { ...exported.monitors[0], schedule: 'never' }] }
  const refused = await weir.post(`${MONITORS}/import`, bad, { key: other.key })
  expect([refused.status, refused.body.error.details.index]).toEqual([400, 2])
  expect((await weir.get(MONITORS, { key: other.key })).body.data.monitors).toEqual([])
  const { status, body } = await weir.post(`${MONITORS}/import`, exported, { key: other.key })
  expect([status, body.data.monitorIds.length]).toEqual([201, 2])
  expect(body.warnings).toEqual([expect.stringContaining('headers were left out of the export')])
  const again = (await weir.get(`${MONITORS}/export`, { key: other.key })).body.data
  const plain = ({ hiddenOptions: _, ...monitor }: Record<string, unknown>) => monitor
  expect(again.monitors.map(plain).reverse()).toEqual(exported.monitors.map(plain))
  const third = await weir.user('pro')
  const whole = await weir.post(`${MONITORS}/import`, (await weir.get(`${MONITORS}/export`, { key })).body, third)
  expect([whole.status, whole.body.data?.monitorIds.length]).toEqual([201, 2])
})

test('a page at an address that may not be requested is refused at once, and one that is not found now is not', async () => {
  const { key } = await weir.user('pro')
  const refusal = ({ status, body }: Awaited<ReturnType<typeof weir.post>>) => [
    status,
    body.error?.code,
    body.error?.details.parameter,
    body.error?.details.reason,
  ]
  const refused = [400, 'invalid_request', 'url', 'forbidden_address']
  const hidden = 'http://10.0.0.1/'
  expect(refusal(await weir.post(MONITORS, watch({ url: hidden }), { key }))).toEqual(refused)
  expect(refusal(await weir.post(`${MONITORS}/import`, { monitors: [watch({ url: hidden })] }, { key }))).toEqual(
    refused,
  )
  const id = await weir.make(watch({ url: 'http://nowhere.invalid/' }), key)
  const change = (body: object) => weir.call('PATCH', `${MONITORS}/${id}`, body, { key })
  expect(refusal(await change({ url: hidden }))).toEqual(refused)
  expect((await change({ status: 'paused' })).status).toBe(200)
})

test('a notification target that needs its secret is left out of an export', async () => {
  const { key } = await weir.user('pro')
  const notifications = {
    telegram: { token: '12345:abcdefghijklmnopqrstuvwxyz', chatId: '12345' },
    ntfy: { url: 'http://127.0.0.1:9999/topic', token: 'abc' },
    email: 'you@example.com',
  }
  const id = await weir.make(watch({ options: { notifications } }), key)
  const shown = (await weir.get(`${MONITORS}/${id}`, { key })).body.data
  expect(shown.options.notifications.telegram).toEqual({ chatId: '12345' })
  const exported = (await weir.get(`${MONITORS}/export`, { key })).body.data
  expect(exported.monitors[0]).toMatchObject({
    options: { notifications: { ntfy: { url: notifications.ntfy.url }, email: notifications.email } },
    hiddenOptions: ['notifications.telegram', 'notifications.ntfy.token'],
  })
  const { status, body } = await weir.post(`${MONITORS}/import`, exported, { key })
  expect([status, body.warnings]).toEqual([
    201,
    [
      expect.stringContaining('WEIR_SMTP_URL'),
      'monitors.0: notifications.telegram, notifications.ntfy.token were left out of the export; set them again',
    ],
  ])
})

test('a feed has the changes, whatever their text, for anybody with its address', async () => {
  const url = site.put('/feed', article(LINES))
  const id = await weir.make({ url, name: 'A & <b>' })
  await weir.run(id)
  site.put('/feed', article([...LINES, 'Fish &amp; chips ]]&gt; &lt;b&gt; \u0008\uffff']))
  await weir.run(id)
  const { feedUrl } = await weir.read(id)
  const { status, text, headers } = await weir.get(feedUrl, { key: null })
  expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  // A character that XML does not allow would make a reader refuse the whole feed.
  expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
  const { parseAtomFeed } = await import('feedsmith')
  const feed = parseAtomFeed(text) as { title: { value: string }; entries: { content: { value: string } }[] }
  expect([feed.title.value, feed.entries.length]).toEqual(['A & <b>', 1])
  expect(feed.entries[0]!.content.value).toMatch(/^\+Fish & chips \]\]/m)
  const renewed = await weir.post(`${MONITORS}/${id}/feed`)
  expect((await weir.get(feedUrl, { key: null })).status).toBe(404)
  expect((await weir.get(renewed.body.data.feedUrl, { key: null })).status).toBe(200)
  expect((await weir.get(`${MONITORS}/${id}/feed.atom?token=`, { key: null })).status).toBe(404)
})

test('a feed has the diffs of the newest changes only, as far as there is room', async () => {
  const row = { id: 'mon_1', name: 'Watched', url: 'https://example.com/', created_at: 0 } as MonitorRow
  const runs = Array.from({ length: 50 }, (_, i) => ({ id: `run_${i}`, checked_at: 0, diff: `+${'x'.repeat(65_535)}` }))
  const { parseAtomFeed } = await import('feedsmith')
  const text = await feedOf(row, runs as RunRow[], 'https://example.com/feed')
  const { entries } = parseAtomFeed(text) as { entries: { content: { value: string } }[] }
  expect(text.length).toBeLessThan(600_000)
  expect(entries.map(({ content }) => content.value.startsWith('+'))).toEqual(runs.map((_, i) => i < 8))
  expect(entries[49]!.content.value).toContain('in the history of the monitor')
})

test('deleting a monitor deletes its history and its files', async () => {
  const id = await weir.make(watch())
  const { snapshotUrl } = await weir.run(id)
  const { pathname, search } = new URL(snapshotUrl, 'http://localhost')
  expect((await weir.get(pathname + search, { key: null })).status).toBe(200)
  expect((await weir.call('DELETE', `${MONITORS}/${id}`)).body.data).toEqual({ id, deleted: true })
  expect((await weir.get(`${MONITORS}/${id}`)).status).toBe(404)
})

test.each([
  [{}, '.md', 'text/markdown; charset=utf-8'],
  [{ formats: ['text'] }, '.txt', 'text/plain; charset=utf-8'],
  [{ formats: ['html'] }, '.html', 'text/html; charset=utf-8'],
  [{ formats: ['json'] }, '.json', 'application/json'],
])('with %j a snapshot is a file with the extension %s', async (options, extension, type) => {
  const id = await weir.make(watch({ options }))
  const { pathname, search } = new URL((await weir.run(id)).snapshotUrl, 'http://localhost')
  const { headers } = await weir.get(pathname + search, { key: null })
  const name = pathname.slice(pathname.lastIndexOf('/') + 1) + extension
  expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    type,
    `attachment; filename="${name}"`,
  ])
})

testInChromium(
  'a screenshot is stored with each run',
  async () => {
    const chromium = await openMonitors({ WEIR_ENGINES: 'lightweight,browser_a' })
    try {
      const id = await chromium.make({ url: page('/picture'), options: { formats: ['screenshot'] } })
      const { files, creditsUsed } = await chromium.run(id)
      expect([files.length, files[0].type, creditsUsed]).toEqual([1, 'screenshot', 2])
      const { pathname, search } = new URL(files[0].url, 'http://localhost')
      expect((await chromium.get(pathname + search, { key: null })).headers.get('content-type')).toBe('image/png')
    } finally {
      await chromium.close()
    }
  },
  120_000,
)
