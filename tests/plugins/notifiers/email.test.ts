import { afterEach, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import type { Kit } from 'weirjs'
import type { NotifiersConfig } from '../../../plugins/notifiers/config.ts'
import { createEmail } from '../../../plugins/notifiers/email/index.ts'
import { senderOf } from '../../../plugins/notifiers/email/mail-server.ts'
import { noticeOf } from './notice.ts'
import { startSmtp } from './smtp-peer.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function peer(options: Parameters<typeof startSmtp>[0] = {}) {
  const smtp = await startSmtp(options)
  ends.push(smtp.stop)
  return smtp
}
function email(smtpUrl: string | undefined, smtpFrom?: string) {
  const config = { smtpUrl, smtpFrom, telegramUrl: '' } satisfies NotifiersConfig
  const notifier = createEmail({ config, origin: () => 'https://weir.example' } as unknown as Kit<NotifiersConfig>)
  if (!('notify' in notifier)) throw new Error('It does not notify')
  return notifier
}
const signal = () => AbortSignal.timeout(10_000)
const headersOf = (raw: string) =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')

test('the mail about a change has the same content as text and as HTML', async () => {
  const smtp = await peer()
  await email(smtp.url).notify('reader@example.com', noticeOf(), signal())
  const [taken] = smtp.taken
  expect([taken!.from, taken!.to]).toEqual(['weir@weir.example', ['reader@example.com']])
  const { subject, text, html, messageId } = taken!.mail
  expect([subject, messageId]).toEqual(['Changed: Prices', '<ntc_01900000-0000-7000-8000-000000000000@weir.example>'])
  for (const part of [text!, html!.replace(/<[^>]+>/g, '')]) {
    expect(part).toContain('12.3 % of the text: 1 line added, 2 lines removed')
    expect(part).toContain('-one\n-two\n+three')
    for (const said of ['https://shop.example/prices', 'Checked: 2026-01-31T12:00:00.000Z', 'mon_1/history'])
      expect(part).toContain(said)
  }
  expect(taken!.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
})

test('the mail about a failure has the reason', async () => {
  const smtp = await peer()
  const error = { code: 'timeout', message: 'The page took too long', details: {} }
  await email(smtp.url).notify('reader@example.com', noticeOf({ event: 'monitor.failed', error, diff: null }), signal())
  expect(smtp.taken[0]!.mail.subject).toBe('Failed: Prices')
  expect(smtp.taken[0]!.mail.text).toContain('The page took too long')
})

/** The header fields of our mails, whatever the notice says. */
const ours = ['Auto-Submitted', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To']

test.each([
  ['a\r\nBcc: victim@example.com'],
  ['a\nBcc: victim@example.com'],
  ['a\r\n\r\n<h1>Another body</h1>'],
  ['a\r\n.\r\nMAIL FROM:<x@example.com>\r\nRCPT TO:<victim@example.com>\r\nDATA\r\n'],
  ['a\0b\u000b\u000c\u0085\u2028\u2029c'],
  ['=?utf-8?Q?a=0D=0ABcc:_victim@example.com?='],
  ['=?utf-8?B?WW91ciBiYW5rIDxiYW5rQGV4YW1wbGUuY29tPg==?='],
  ['naïve 東京 \u{1f642} =?utf-8?Q?x?='],
  ['\u202egnp.exe\u202c'],
  ['x'.repeat(10_000)],
  [`${'ä'.repeat(99)}\r\nBcc: victim@example.com`],
  ['\ud800 half a character'],
])('with any name of a monitor, its mail has our headers and one recipient: %j', async (name) => {
  const smtp = await peer()
  const url = 'https://shop.example/?a=\r\nBcc:victim@example.com'
  const notice = noticeOf({
    monitor: { ...noticeOf().monitor, name },
    diff: `+\r\n.\r\nRCPT TO:<victim@example.com>\r\n+${name}`,
    links: { page: url, history: url },
  })
  await email(smtp.url).notify('reader@example.com', notice, signal())
  expect(smtp.taken).toHaveLength(1)
  const { to, raw, mail } = smtp.taken[0]!
  expect(to).toEqual(['reader@example.com'])
  expect(
    headersOf(raw)
      .map((line) => line.slice(0, line.indexOf(':')))
      .sort(),
  ).toEqual(ours)
  expect(mail.to).toEqual([{ name: '', address: 'reader@example.com' }])
  expect([mail.cc, mail.bcc, mail.attachments]).toEqual([undefined, undefined, []])
  // The mail program of the reader shows the subject, and decodes nothing further.
  expect(mail.subject).toStartWith('Changed: ')
  expect(mail.subject).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e\u2028\u2029]|=\?/)
  expect(mail.subject!.length).toBeLessThan(120)
  for (const part of [mail.text!, mail.html!]) expect(part).toContain('RCPT TO:')
})

test('text of a page is not markup in a mail', async () => {
  const smtp = await peer()
  const diff = '+<script>alert(1)</script><img src=x onerror="alert(1)">&amp;'
  await email(smtp.url).notify('reader@example.com', noticeOf({ diff }), signal())
  const { html, text } = smtp.taken[0]!.mail
  expect(html).toContain(
    '+&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;amp;',
  )
  expect(html).not.toMatch(/<(script|img)/)
  expect(text).toContain(diff)
})

test.each([
  'a;b@example.com',
  'group:a@example.com',
  '(a)b@example.com',
  'a@example.com;x@example.com',
  'a:b;@example.com',
])('a target that could be several addresses gets no mail: %s', async (to) => {
  const smtp = await peer()
  const notifier = email(smtp.url)
  expect(Value.Check(notifier.target, to)).toBe(false)
  await expect(notifier.notify(to, noticeOf(), signal())).rejects.toThrow('one address')
  expect(smtp.taken).toEqual([])
})

test.each(['a@example.com', 'o.b+c_d-e!#$%&*/=?^`{|}~@mail.example.com', 'leser@bücher.example'])(
  'a valid address: %s',
  (to) => expect(Value.Check(email(undefined).target, to)).toBe(true),
)

test('a mail that the server defers is sent again, with the same id', async () => {
  const smtp = await peer()
  smtp.refuse(1)
  const notifier = email(smtp.url)
  await expect(notifier.notify('reader@example.com', noticeOf(), signal())).rejects.toThrow('Try again')
  await notifier.notify('reader@example.com', noticeOf(), signal())
  await notifier.notify('reader@example.com', noticeOf(), signal())
  expect(new Set(smtp.taken.map(({ mail }) => mail.messageId)).size).toBe(1)
})

test('a mail server that hangs is left at the end of the time limit', async () => {
  const hanging = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  ends.push(() => hanging.stop(true))
  const given = AbortSignal.timeout(200)
  await expect(email(`smtp://127.0.0.1:${hanging.port}`).notify('a@example.com', noticeOf(), given)).rejects.toThrow()
})

const login: [string, string] = ['weir@mail.example', 'pass word/+:']
const withLogin = (url: string, query = '') =>
  url.replace('//', `//${login.map(encodeURIComponent).join(':')}@`).concat(query)

test('a user and a password are sent, over TLS if the server supports it', async () => {
  const smtp = await peer({ login })
  const url = withLogin(smtp.url, '/?tls.rejectUnauthorized=false')
  await email(url).notify('reader@example.com', noticeOf(), signal())
  expect(smtp.taken[0]).toMatchObject({ secure: true, user: login[0], from: login[0] })
  // Its certificate is self-signed.
  await expect(email(withLogin(smtp.url)).notify('a@example.com', noticeOf(), signal())).rejects.toThrow(/certificate/i)
  expect(smtp.taken).toHaveLength(1)
})

test('TLS is used from the start with smtps', async () => {
  const smtp = await peer({ login, secure: true })
  const url = withLogin(smtp.url.replace('smtp:', 'smtps:'), '/?tls.rejectUnauthorized=false')
  await email(url, 'pages@example.com').notify('reader@example.com', noticeOf(), signal())
  expect(smtp.taken[0]).toMatchObject({ secure: true, user: login[0], from: 'pages@example.com' })
})

test('a password is not sent to another machine without TLS', async () => {
  const smtp = await peer({ login, disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  // Reaches this machine, under an address that does not look local.
  const elsewhere = smtp.url.replace('127.0.0.1', '0.0.0.0')
  await expect(email(withLogin(elsewhere)).notify('a@example.com', noticeOf(), signal())).rejects.toThrow(/TLS/)
  expect(smtp.taken).toEqual([])
  await email(withLogin(smtp.url)).notify('a@example.com', noticeOf(), signal())
  expect(smtp.taken[0]).toMatchObject({ secure: false, user: login[0] })
})

test('a target gives a warning if there is no mail server', async () => {
  expect(await email(undefined).check('a@example.com', '')).toEqual([expect.stringContaining('WEIR_SMTP_URL')])
  expect(await email('smtp://127.0.0.1:25').check('a@example.com', '')).toEqual([])
})

test.each([
  'mail.example.com',
  'http://mail.example.com',
  'smtp://',
  'smtp:mail',
  'smtp://me:50%@mail',
  'smtp://%:x@mail',
])('an invalid setting is refused by its name: %s', (url) => {
  expect(() => email(url)).toThrow('WEIR_SMTP_URL')
})

test.each([
  ['smtp://me%40mail.example:x@mail.example', 'https://weir.example', 'me@mail.example'],
  ['smtp://me:x@mail.example', 'https://weir.example:8443', 'weir@weir.example'],
  ['smtp://mail.example', 'http://127.0.0.1:3000', 'weir@localhost'],
  ['smtp://mail.example', 'http://[::1]:3000', 'weir@localhost'],
  ['smtp://mail.example', '', 'weir@localhost'],
])('%s at %s sends from %s', (url, origin, from) => expect(senderOf(url, origin)).toBe(from))
