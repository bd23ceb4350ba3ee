import { type Kit, t } from 'weirjs'
import type { Notifier } from '../monitors/service.ts'
import type { NotifiersConfig } from './config.ts'
import { sendJson } from './send-json.ts'
import { wordsOf } from './words.ts'

const target = t.Object(
  {
    token: t.String({ pattern: '^\\d{5,15}:[A-Za-z0-9_-]{20,100}$', secret: true, description: 'Token of the bot' }),
    chatId: t.String({
      pattern: '^(-?\\d{1,20}|@[A-Za-z0-9_]{3,40})$',
      description: 'Id of the chat, or name of a channel',
      examples: ['123456789'],
    }),
  },
  { description: 'A chat that a Telegram bot can write to' },
)
/** The most characters of the difference and of a link; a message has at most 4,096. */
const MAX_EXCERPT = 2000
const MAX_LINK = 1400

/**
 * Sends plain text, so that text of a page is never markup. Source: https://core.telegram.org/bots/api#sendmessage
 */
export const createTelegram = ({ operatorFetch, config }: Kit<NotifiersConfig>): Notifier<typeof target> => {
  const base = config.telegramUrl.replace(/\/+$/, '')
  const fetch = operatorFetch(base)
  return {
    target,
    check: async () => [],
    async notify({ token, chatId }, notice, signal) {
      const { title, summary, excerpt } = wordsOf(notice, MAX_EXCERPT)
      const { page } = notice.links
      // A truncated link would not work.
      const link = page.length > MAX_LINK ? '' : page
      const text = [title, summary, link, excerpt].filter((part) => part !== '').join('\n\n')
      const body = { chat_id: chatId, text, link_preview_options: { is_disabled: true } }
      await sendJson(fetch, `${base}/bot${token}/sendMessage`, { body, signal })
    },
  }
}
