import { expect, test } from 'bun:test'
import { systemClock } from 'weirjs'
import { emailCheck } from '../../../plugins/notifiers/email/check.ts'
import { startSmtp } from './smtp-peer.ts'

const find = (smtpUrl?: string) => {
  const operatorFetch = () => {
    throw new Error('Nothing is fetched')
  }
  return emailCheck.run(
    { config: { smtpUrl, telegramUrl: '' }, clock: systemClock, operatorFetch },
    AbortSignal.timeout(9000),
  )
}

test('the check greets a mail server, logs in if there is a password, and sends no mail', async () => {
  const open = await startSmtp()
  const closed = await startSmtp({ login: ['sender', 'right'] })
  const url = (password: string) => `smtp://sender:${password}@127.0.0.1:${closed.port}?tls.rejectUnauthorized=false`
  const found = [await find(open.url), await find(url('right')), await find(url('hidden-word')), await find()]
  await Promise.all([open.stop(), closed.stop()])
  expect(found).toEqual([
    { ready: true, detail: `the mail server 127.0.0.1:${open.port}` },
    { ready: true, detail: `the mail server 127.0.0.1:${closed.port}` },
    { ready: false, reason: expect.stringContaining('Invalid login'), remedy: 'See WEIR_SMTP_URL' },
    { ready: false, configured: false, reason: expect.any(String), remedy: 'Set WEIR_SMTP_URL' },
  ])
  expect(JSON.stringify(found)).not.toContain('hidden-word')
  expect([open.taken, closed.taken]).toEqual([[], []])
  expect(await find(open.url)).toMatchObject({ ready: false, reason: expect.stringContaining('ECONNREFUSED') })
  expect(await find('mail.example.com')).toMatchObject({
    ready: false,
    reason: expect.stringContaining('WEIR_SMTP_URL'),
  })
})
