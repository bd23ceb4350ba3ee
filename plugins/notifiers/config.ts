import { httpUrl, type Static, t } from 'weirjs'

/** The settings of this plugin. */
export const NotifiersConfig = t.Object({
  smtpUrl: t.Optional(
    t.String({
      env: 'WEIR_SMTP_URL',
      minLength: 1,
      maxLength: 2000,
      secret: true,
      description: 'The mail server: smtp://user:password@host:587, or smtps://… for TLS from the beginning',
    }),
  ),
  smtpFrom: t.Optional(t.String({ env: 'WEIR_SMTP_FROM', format: 'email', description: 'Sender address of e-mails' })),
  telegramUrl: httpUrl({
    env: 'WEIR_TELEGRAM_URL',
    default: 'https://api.telegram.org',
    description: 'Base URL of the Telegram Bot API',
  }),
})
export type NotifiersConfig = Static<typeof NotifiersConfig>
