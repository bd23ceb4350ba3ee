import { afterAll, expect, test } from 'bun:test'
import type { Kit } from 'weirjs'
import type { NotifiersConfig } from '../../../plugins/notifiers/config.ts'
import { createNtfy } from '../../../plugins/notifiers/ntfy.ts'
import { createSlack } from '../../../plugins/notifiers/slack.ts'
import { createTelegram } from '../../../plugins/notifiers/telegram.ts'
import { wordsOf } from '../../../plugins/notifiers/words.ts'
import { openFetch } from '../../core/fetch/open-fetch.ts'
import { startReceivers } from '../webhooks/receivers.ts'
import { noticeOf } from './notice.ts'

const services = await startReceivers()
afterAll(services.stop)

test('a title is one line, whatever the name of the monitor', () => {
  const named = (name: string) => wordsOf(noticeOf({ monitor: { ...noticeOf().monitor, name } }), 100).title
  expect(named('a\r\nb\u2028c\u202ed\0')).toBe('Changed: a b c d')
  expect(named('x'.repeat(1000))).toHaveLength('Changed: '.length + 100)
  expect(named('\u{1f642}'.repeat(100)).isWellFormed()).toBe(true)
})

test('the size of a change is given in tenths of a percent, and a small one is not shown as 0', () => {
  const summaryOf = (changePercent: number | null) => wordsOf(noticeOf({ changePercent }), 100).summary
  expect(summaryOf(12.37)).toStartWith('The page has changed. 12.4 % of the text: ')
  expect(summaryOf(0.02)).toStartWith('The page has changed. Less than 0.1 % of the text: ')
  expect(summaryOf(0)).toStartWith('The page has changed. 0 % of the text: ')
})

test('a failure is described in one line of limited length', () => {
  const error = { code: 'x', message: `a\n${'b'.repeat(5000)}`, details: {} }
  const { summary, excerpt } = wordsOf(noticeOf({ event: 'monitor.failed', error }), 100)
  expect([summary.length < 600, summary.includes('\n'), excerpt]).toEqual([true, false, ''])
})

test('text of a page in a Slack message is not markup, mentions nobody and does not end its block', async () => {
  const slack = createSlack({ fetch: openFetch(), checkAddress: async () => {} })
  if (!('notify' in slack)) throw new Error('It does not notify')
  const url = services.make()
  const diff = '+<!channel> @here ``` <https://evil.example|Sign in> &lt;\n'.repeat(100)
  await slack.notify(url, noticeOf({ diff }), AbortSignal.timeout(5000))
  const { text } = services.got(url)[0]!.json
  expect(text).toContain("+&lt;!channel&gt; @\u200bhere ''' &lt;https://evil.example|Sign in&gt; &amp;lt;")
  expect(text).not.toMatch(/[<>]|@[a-z]/)
  expect(text.split('```')).toHaveLength(3)
  expect(text.length).toBeLessThanOrEqual(2000)
})

test.each([
  ['plain lines', '+line\n'.repeat(10_000), 'https://shop.example/'],
  ['nothing but marks', '&'.repeat(10_000), 'https://shop.example/?a=1&b=2'],
  ['a long address', '+line\n'.repeat(10_000), `https://shop.example/${'x'.repeat(8000)}`],
])('a Slack message is within the limit of Discord: %s', async (_, diff, page) => {
  const slack = createSlack({ fetch: openFetch(), checkAddress: async () => {} })
  if (!('notify' in slack)) throw new Error('It does not notify')
  const url = services.make()
  await slack.notify(url, noticeOf({ diff, links: { ...noticeOf().links, page } }), AbortSignal.timeout(5000))
  const { text } = services.got(url)[0]!.json
  expect(text.length).toBeLessThanOrEqual(2000)
  expect(text.length).toBeGreaterThan(1700)
  expect(text).not.toMatch(/&(?!amp;|lt;|gt;)/)
  expect(text.split('```')).toHaveLength(3)
})

test.each([
  ['is long', { 'content-length': '1000000000' }],
  ['never ends', {}],
])('a service has accepted a message even if its answer %s', async (_, headers) => {
  const slack = createSlack({ fetch: openFetch(), checkAddress: async () => {} })
  if (!('notify' in slack)) throw new Error('It does not notify')
  const url = services.make((response) => void response.writeHead(200, headers).write('ok'))
  await slack.notify(url, noticeOf(), AbortSignal.timeout(5000))
  expect(services.got(url)).toHaveLength(1)
})

test('a Telegram message is within the limit, whatever the address of the page', async () => {
  const kit = { operatorFetch: () => openFetch(), config: { telegramUrl: `${services.origin}/telegram` } }
  const telegram = createTelegram(kit as unknown as Kit<NotifiersConfig>)
  if (!('notify' in telegram)) throw new Error('It does not notify')
  const monitor = { ...noticeOf().monitor, name: 'n'.repeat(200) }
  const links = { ...noticeOf().links, page: `https://shop.example/${'x'.repeat(8000)}` }
  const notice = noticeOf({ monitor, links, diff: '+line\n'.repeat(10_000) })
  await telegram.notify({ token: '12345:x', chatId: '1' }, notice, AbortSignal.timeout(5000))
  const { text } = services.all.find(({ path }) => path === '/telegram/bot12345:x/sendMessage')!.json
  expect(text.length).toBeGreaterThan(2000)
  expect(text.length).toBeLessThanOrEqual(4096)
})

test('the query of an ntfy address is kept', async () => {
  const ntfy = createNtfy({ fetch: openFetch(), checkAddress: async () => {} })
  if (!('notify' in ntfy)) throw new Error('It does not notify')
  const url = `${services.origin}/push/my-pages?auth=QmVhcmVy`
  await ntfy.notify({ url }, noticeOf(), AbortSignal.timeout(5000))
  expect(services.all.at(-1)).toMatchObject({ path: '/push/?auth=QmVhcmVy', json: { topic: 'my-pages' } })
})
