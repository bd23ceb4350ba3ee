import { runtime } from '../../../core/runtime/index.ts'
import type { Listener } from '../../../core/runtime/runtime.ts'
import { startWeir } from '../../weir.ts'

/** A site whose pages take the time in their address: `/a?ms=50`. */
export function openSite() {
  const asked: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch({ url }) {
      const { pathname, searchParams } = new URL(url)
      asked.push(pathname)
      await Bun.sleep(Number(searchParams.get('ms') ?? 1))
      return new Response(`<title>Page ${pathname}</title><p>This is ${pathname}`, {
        headers: { 'content-type': 'text/html' },
      })
    },
  })
  const origin = `http://127.0.0.1:${server.port}`
  return {
    origin,
    asked,
    urls: (count: number, ms = 1) => Array.from({ length: count }, (_, i) => `${origin}/${i}?ms=${ms}`),
    close: () => server.stop(true),
  }
}

/** Tests send many requests. */
const unlimited = JSON.stringify({ enterprise: { callsPerMinute: null, concurrent: null, burst: null } })

/** Starts a listening Weir with a third party's plugin for jobs, loaded by its path. */
export async function openDigest(settings: Record<string, string> = {}) {
  const site = openSite()
  const weir = await startWeir(
    {
      WEIR_PLUGINS: 'account,jobs,results,./fixtures/digest.ts,./fixtures/picture.ts,./fixtures/large.ts',
      WEIR_ENGINES: 'lightweight',
      WEIR_CONCURRENCY: '8',
      WEIR_PLANS: unlimited,
      ...settings,
    },
    import.meta.dir,
  )
  const listener: Listener = await runtime.serve({
    hostname: '127.0.0.1',
    port: 0,
    handle: (request, peer) => weir.weir.server.fetch(request, peer),
  })
  return {
    ...weir,
    site,
    origin: `http://127.0.0.1:${listener.port}`,
    async start(key: string, urls: string[], headers: Record<string, string> = {}): Promise<string> {
      const answer = await weir.post('/v1/digest', { urls }, { key, headers })
      if (answer.status !== 202) throw new Error(answer.text)
      return answer.body.data.jobId
    },
    /** Aborts open connections once `ended` has settled, by default after a while. */
    async close(ended: Promise<unknown> = Bun.sleep(300)) {
      weir.weir.stopping()
      await Promise.race([listener.stop(), ended])
      listener.abort()
      await weir.close()
      site.close()
    },
  }
}
export type OpenedDigest = Awaited<ReturnType<typeof openDigest>>

export interface Sse {
  id?: string
  event?: string
  // biome-ignore lint/suspicious/noExplicitAny: what the test expects is what it checks
  data?: any
}

/** Reads a stream until it ends, or until a condition stops it. */
export async function readStream(
  url: string,
  key: string,
  { lastEventId, until, onOpen }: { lastEventId?: string; until?: (events: Sse[]) => boolean; onOpen?(): void } = {},
) {
  const headers = { authorization: `Bearer ${key}`, ...(lastEventId && { 'last-event-id': lastEventId }) }
  const response = await fetch(url, { headers })
  onOpen?.()
  const events: Sse[] = []
  const comments: string[] = []
  let text = ''
  const decoder = new TextDecoder()
  let closed = true
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const data = field('data')
      if (data !== undefined) events.push({ id: field('id'), event: field('event'), data: JSON.parse(data) })
      else comments.push(lines.join('\n'))
    }
    if (until?.(events)) {
      closed = false
      break
    }
  }
  return { response, events, comments, closed }
}
