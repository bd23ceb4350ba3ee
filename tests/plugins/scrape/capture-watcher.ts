/** A plugin that keeps the captures of pages until they are requested. */
export const captureWatcher = `import { definePlugin, reply, t } from 'weirjs'
import { pageObservers } from 'weirjs/plugins/scrape/service'
const seen = []
const text = (bytes) => bytes && Buffer.from(bytes).toString('latin1')
export default definePlugin({
  name: 'watcher', api: 1, tag: { name: 'Watcher', description: 'Watches pages.' },
  provides: [pageObservers.by({ name: 'watcher' }, () => ({
    wantsCapture: true,
    observe({ url, page: { capture } }) {
      seen.push({ path: url.pathname, capture: capture && {
        exchanges: capture.exchanges.map(({ url, head, body }) => [url.pathname, text(head), text(body)]),
        rendered: text(capture.rendered) ?? null,
      } })
    },
  }))],
  routes: (app) => app.get('/watched', () => ({ success: true as const, data: { seen: seen.splice(0) } }),
    { access: 'key', response: { 200: reply(t.Object({ seen: t.Array(t.Unknown()) })) }, detail: { summary: 'Watched' } }),
})
`

export interface Seen {
  path: string
  capture?: { exchanges: [path: string, head: string, body: string][]; rendered: string | null }
}
