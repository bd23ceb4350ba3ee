import { type Kit, t } from 'weirjs'
import type { Notifier } from '../../monitors/service.ts'
import type { NotifiersConfig } from '../config.ts'
import { mailOf } from './mail.ts'
import { ONE_ADDRESS, openMailServer, senderOf } from './mail-server.ts'

const target = t.String({
  format: 'email',
  pattern: ONE_ADDRESS,
  maxLength: 254,
  description: 'Receives an e-mail',
  examples: ['you@example.com'],
})

const NOT_SET_UP = 'options.notifications.email: this server sends no mail until WEIR_SMTP_URL is set'

/** Notifies by e-mail. Source: decisions 11.6. */
export function createEmail({
  config,
  origin,
}: Pick<Kit<NotifiersConfig>, 'config' | 'origin'>): Notifier<typeof target> {
  const { smtpUrl, smtpFrom } = config
  const server = smtpUrl === undefined ? undefined : openMailServer(smtpUrl)
  return {
    target,
    check: async () => (server ? [] : [NOT_SET_UP]),
    async notify(to, notice, signal) {
      if (!server || smtpUrl === undefined) throw new Error('WEIR_SMTP_URL is not set')
      await server.send(mailOf(notice, { from: smtpFrom ?? senderOf(smtpUrl, origin()), to }), signal)
    },
  }
}
