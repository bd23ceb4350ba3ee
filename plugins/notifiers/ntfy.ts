import { httpUrl, type Kit, type Static, t } from 'weirjs'
import type { Notifier } from '../monitors/service.ts'
import { checkTarget } from './check-target.ts'
import { sendJson } from './send-json.ts'
import { wordsOf } from './words.ts'

const target = t.Object(
  {
    url: httpUrl({ description: 'URL of a topic', examples: ['https://ntfy.sh/my-pages'] }),
    token: t.Optional(
      t.String({ pattern: '^[A-Za-z0-9_]{1,200}$', secret: true, description: 'Access token of the server' }),
    ),
  },
  { description: 'A topic of an ntfy server' },
)
/** The most characters of the difference. ntfy turns more than 4,096 bytes into an attachment. */
const MAX_EXCERPT = 1000

/**
 * Splits a URL into the server's address, including the query, which may contain credentials, and the topic, the last
 * segment of the path.
 */
function readTopic(url: string) {
  const parsed = new URL(url)
  const at = parsed.pathname.lastIndexOf('/')
  const topic = parsed.pathname.slice(at + 1)
  return { server: parsed.origin + parsed.pathname.slice(0, at + 1) + parsed.search, topic }
}

/** Sends JSON, so that no text of a page is in a header. Source: https://docs.ntfy.sh/publish/#publish-as-json */
export const createNtfy = (kit: Pick<Kit, 'fetch' | 'checkAddress'>): Notifier<typeof target> => ({
  target,
  async check({ url }) {
    await checkTarget(kit, url, 'ntfy.url')
    return readTopic(url).topic === '' ? ['options.notifications.ntfy.url has no topic: it ends in /'] : []
  },
  async notify({ url, token }: Static<typeof target>, notice, signal) {
    const { server, topic } = readTopic(url)
    const { title, summary, excerpt } = wordsOf(notice, MAX_EXCERPT)
    const body = {
      topic,
      title,
      message: excerpt ? `${summary}\n\n${excerpt}` : summary,
      tags: [notice.event === 'monitor.failed' ? 'warning' : 'memo'],
      click: notice.links.page,
    }
    const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` }
    await sendJson(kit.fetch, server, { body, headers, signal })
  },
})
