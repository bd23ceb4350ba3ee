import { httpUrl, type Kit } from 'weirjs'
import type { Notice, Notifier } from '../monitors/service.ts'
import { checkTarget } from './check-address.ts'
import { sendJson } from './send-json.ts'
import { wordsOf } from './words.ts'

const target = httpUrl({
  secret: true,
  description: 'An incoming webhook of Slack, or of what takes the same: Mattermost, Rocket.Chat, Discord (`/slack`)',
})
/** Characters of the difference that are shown. Slack cuts texts beyond 4,000. */
const MOST = 2000

/** Source: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const createSlack = (kit: Pick<Kit, 'fetch' | 'checkAddress'>): Notifier<typeof target> => ({
  target,
  async check(url) {
    await checkTarget(kit, url, 'slack')
    return []
  },
  notify: (url, notice, signal) => sendJson(kit.fetch, url, { body: { text: textOf(notice) }, signal }),
})

function textOf(notice: Notice): string {
  const { title, summary, excerpt } = wordsOf(notice, MOST)
  const shown = excerpt && `\n\`\`\`\n${harmless(excerpt)}\n\`\`\``
  return `*${harmless(title)}*\n${harmless(summary)}\n${harmless(notice.links.page)}${shown}`
}

/**
 * What a page says is no markup, calls nobody (`@channel`, `<!here>`), and does not end the block that it stands in.
 * Source: https://docs.slack.dev/messaging/formatting-message-text
 */
const harmless = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u200b')
    .replaceAll('```', "'''")
