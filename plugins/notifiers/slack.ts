import { httpUrl, type Kit } from 'weirjs'
import type { Notice, Notifier } from '../monitors/service.ts'
import { checkTarget } from './check-target.ts'
import { sendJson } from './send-json.ts'
import { wordsOf } from './words.ts'

const target = httpUrl({
  secret: true,
  description: 'An incoming webhook of Slack, or of a compatible service: Mattermost, Rocket.Chat, Discord (`/slack`)',
})
/** The most characters of a message: Discord refuses longer ones, while Slack accepts twice as many. */
const MAX_TEXT = 2000

/**
 * Notifies Slack, and services with its protocol. Source:
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
export const createSlack = (kit: Pick<Kit, 'fetch' | 'checkAddress'>): Notifier<typeof target> => ({
  target,
  async check(url) {
    await checkTarget(kit, url, 'slack')
    return []
  },
  notify: (url, notice, signal) => sendJson(kit.fetch, url, { body: { text: textOf(notice) }, signal }),
})

function textOf(notice: Notice): string {
  const { title, summary } = wordsOf(notice, MAX_TEXT)
  const head = `*${harmless(title)}*\n${harmless(summary)}`
  const link = `\n${harmless(notice.links.page)}`
  const text = head.length + link.length < MAX_TEXT ? head + link : head
  return text + blockOf(notice, MAX_TEXT - text.length)
}

/** As much of the difference as fits: escaping makes it longer. */
function blockOf(notice: Notice, room: number): string {
  for (let most = room; most > 1; most = Math.floor(most * 0.95)) {
    const { excerpt } = wordsOf(notice, most)
    if (excerpt === '') return ''
    const block = `\n\`\`\`\n${harmless(excerpt)}\n\`\`\``
    if (block.length <= room) return block
  }
  return ''
}

/**
 * Escapes text of a page, so that it cannot contain markup, mention anybody (`@channel`, `<!here>`), or end its
 * block. Source: https://docs.slack.dev/messaging/formatting-message-text
 */
const harmless = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u200b')
    .replaceAll('```', "'''")
