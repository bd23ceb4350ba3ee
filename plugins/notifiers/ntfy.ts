import { httpUrl, type Kit, type Static, t } from 'weirjs'
import type { Notifier } from '../monitors/service.ts'
import { checkTarget } from './check-target.ts'
import { sendJson } from './send-json.ts'
import { wordsOf } from './words.ts'

const target = t.Object(
  {
    url: httpUrl({ description: 'A topic', examples: ['https://ntfy.sh/my-pages'] }),
    token: t.Optional(
      t.String({ pattern: '^[A-Za-z0-9_]{1,200}$', secret: true, description: 'Access token of the server' }),
    ),
  },
  { description: 'A topic of an ntfy server' },
)
/** Characters of the difference that are shown. ntfy makes an attachment of more than 4,096 bytes. */
const MAX_EXCERPT = 1000

/** The server's own address, with the query, which may hold who asks; and the topic, the last part of the path. */
function readTopic(url: string) {
  const parsed = new URL(url)
  const at = parsed.pathname.lastIndexOf('/')
  const topic = parsed.pathname.slice(at + 1)
  return { server: parsed.origin + parsed.pathname.slice(0, at + 1) + parsed.search, topic }
}

/** As JSON, so that nothing of a page stands in a header. Source: https://docs.ntfy.sh/publish/#publish-as-json */
export const createNtfy = (kit: Pick<Kit, 'fetch' | 'checkAddress'>): Notifier<typeof target> => ({
  target,
  async check({ url }) {
    await checkTarget(kit, url, 'ntfy.url')
    return readTopic(url).topic === '' ? ['options.notifications.ntfy.url names no topic: it ends in /'] : []
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
