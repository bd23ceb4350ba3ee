import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createNtfy } from '../../../plugins/notifiers/ntfy.ts'
import { until } from '../../core/jobs/open-jobs.ts'
import { startWeir } from '../../weir.ts'
import { article, callsOf, type Site, startSite } from '../monitors/open.ts'
import { type Receivers, startReceivers, status } from '../webhooks/receivers.ts'
import { verify } from '../webhooks/verify.ts'
import { startSmtp } from './smtp-peer.ts'

const token = `123456789:${'a'.repeat(35)}`
const lines = ['alpha line stands first', 'bravo line stands second', 'charlie stands third']
/** Text of a page that tries to be markup or a mention. */
const hostile = '<!channel> @here *bold* ``` <a href="x">y</a> &amp; <b>'

let weir: Awaited<ReturnType<typeof startWeir>> & ReturnType<typeof callsOf>
let site: Site
let services: Receivers
let smtp: Awaited<ReturnType<typeof startSmtp>>
beforeAll(async () => {
  site = startSite()
  services = await startReceivers()
  smtp = await startSmtp()
  const settings = { WEIR_SMTP_URL: smtp.url, WEIR_TELEGRAM_URL: `${services.origin}/telegram/` }
  const running = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_METERING: 'off', ...settings })
  weir = { ...running, ...callsOf(running) }
})
afterAll(async () => {
  await weir.close()
  await smtp.stop()
  services.stop()
  site.stop()
})

test('notices of a change and of a failure reach all services', async () => {
  const { key } = await weir.user()
  const { secret } = (await weir.get('/v1/webhooks/secret', { key })).body.data
  const url = site.put('/page', article(lines))
  const webhook = services.make()
  const slack = services.make()
  const notifications = {
    email: 'reader@example.com',
    webhook,
    slack,
    ntfy: { url: `${services.origin}/ntfy/my-pages`, token: 'tk_secret' },
    telegram: { token, chatId: '-100123' },
  }
  const id = await weir.make({ url, name: 'Prices & more', options: { notifications } }, key)
  const shown = JSON.stringify(await weir.read(id, key))
  for (const hidden of [token, 'tk_secret', slack]) expect(shown).not.toContain(hidden)
  await weir.run(id, key)
  expect([smtp.taken.length, services.all.length]).toEqual([0, 0])

  site.put('/page', article([...lines, hostile.replaceAll('&', '&amp;').replaceAll('<', '&lt;')]))
  expect((await weir.run(id, key)).status).toBe('changed')
  await until('everybody', () => smtp.taken.length === 1 && services.all.length === 4)

  expect(smtp.taken[0]!.mail.subject).toBe('Changed: Prices & more')
  const [event] = services.got(webhook)
  expect(await verify(secret, event!)).toEqual({ current: true, previous: false, standard: true })
  expect(event!.json).toMatchObject({
    event: 'monitor.changed',
    data: {
      monitor: { id, name: 'Prices & more', url },
      noticeId: expect.stringMatching(/^ntc_/),
      checkedAt: expect.stringMatching(/Z$/),
      addedLines: 1,
      removedLines: 0,
      error: null,
    },
  })
  const { diff } = event!.json.data
  expect(diff).toContain('<!channel> @here')
  expect(JSON.stringify(event!.json)).not.toContain('usr_')
  const { deliveries } = (await weir.get('/v1/webhooks/deliveries?event=monitor.changed', { key })).body.data
  expect(deliveries).toMatchObject([{ id: event!.json.id, url: webhook, jobId: null }])

  const { text } = services.got(slack)[0]!.json
  const plain = diff.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  expect(text).toContain(plain.replaceAll('@', '@\u200b'))
  expect(text.split('```')).toHaveLength(3)

  const ntfySent = () => services.all.filter(({ path }) => path === '/ntfy/')
  const ntfy = ntfySent()[0]!
  expect(ntfy.headers.get('authorization')).toBe('Bearer tk_secret')
  expect(ntfy.json).toMatchObject({ topic: 'my-pages', title: 'Changed: Prices & more', click: url, tags: ['memo'] })
  expect(ntfy.json.message).toContain(diff)

  const telegram = services.all.find(({ path }) => path === `/telegram/bot${token}/sendMessage`)!
  expect(telegram.json).toMatchObject({ chat_id: '-100123', link_preview_options: { is_disabled: true } })
  expect(telegram.json).not.toHaveProperty('parse_mode')
  expect(telegram.json.text).toContain(diff)

  site.put('/page', () => new Response('Broken', { status: 503 }))
  expect((await weir.run(id, key)).status).toBe('failed')
  await until('everybody', () => smtp.taken.length === 2 && services.all.length === 8)
  expect(smtp.taken[1]!.mail.subject).toBe('Failed: Prices & more')
  expect(ntfySent()[1]!.json.tags).toEqual(['warning'])
  expect(services.got(webhook)[1]!.json).toMatchObject({
    event: 'monitor.failed',
    data: { error: { code: 'scraping_failed' } },
  })
  expect(weir.log.join('\n')).not.toContain(token)
}, 120_000)

test('a notice to a failing service is sent again, and its address is not logged', async () => {
  const url = site.put('/again', article(lines))
  const slack = services.make((response, nth) => status(nth === 1 ? 500 : 200)(response, nth, undefined as never))
  const id = await weir.make({ url, options: { notifications: { slack } } })
  await weir.run(id)
  site.put('/again', article([...lines, 'delta is new']))
  await weir.run(id)
  await until('the second attempt', () => services.got(slack).length === 2, 15_000)
  const texts = services.got(slack).map(({ json }) => json.text)
  expect(texts[1]).toBe(texts[0])
  expect(weir.log.join('\n')).not.toContain(new URL(slack).pathname)
}, 120_000)

test('a redirect of a service is not followed, and the notice is sent again', async () => {
  const url = site.put('/moved', article(lines))
  const elsewhere = services.make()
  const slack = services.make((response, nth) => {
    const answer = nth === 1 ? status(307, { location: elsewhere }) : status(200)
    answer(response, nth, undefined as never)
  })
  const id = await weir.make({ url, options: { notifications: { slack } } })
  await weir.run(id)
  site.put('/moved', article([...lines, 'delta is new']))
  await weir.run(id)
  await until('the second attempt', () => services.got(slack).length === 2, 15_000)
  expect(services.got(elsewhere)).toEqual([])
}, 120_000)

test.each([
  [{ slack: 'http://10.1.2.3/hook' }, 'options.notifications.slack'],
  [{ webhook: 'http://10.1.2.3/hook' }, 'options.notifications.webhook'],
  [{ ntfy: { url: 'http://10.1.2.3/topic' } }, 'options.notifications.ntfy'],
  [{ telegram: { token: '1:/../x', chatId: '1' } }, 'options.notifications.telegram'],
  [{ telegram: { token, chatId: '1/x' } }, 'options.notifications.telegram'],
  [{ email: 'a@example.com,b@example.com' }, 'options.notifications.email'],
  [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'options.notifications.email'],
])('an invalid target is refused: %j', async (notifications, parameter) => {
  const body = { url: site.url('/page'), name: 'x', schedule: '0 0 1 1 *', options: { notifications } }
  const { status: code, body: answer } = await weir.post('/v1/monitors', body)
  expect([code, answer.error.details.parameter]).toEqual([400, expect.stringContaining(parameter)])
})

test.each([
  ['https://ntfy.sh/my-pages', []],
  ['https://ntfy.sh/', ['options.notifications.ntfy.url has no topic: it ends in /']],
])('an ntfy target without a topic gives a warning: %s', async (url, warnings) => {
  const ntfy = createNtfy({ checkAddress: async () => {} } as unknown as Parameters<typeof createNtfy>[0])
  expect(await ntfy.check({ url }, 'usr_1')).toEqual(warnings)
})
