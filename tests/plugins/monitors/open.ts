import { type Running, startWeir } from '../../weir.ts'

export const MONITORS = '/v1/monitors'
/** A schedule that is not due within a test. */
export const YEARLY = '0 0 1 1 *'

/** A site whose pages the test changes. */
export function startSite() {
  const pages = new Map<string, (hit: number) => Response | Promise<Response>>()
  const hits = new Map<string, number>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      hits.set(pathname, (hits.get(pathname) ?? 0) + 1)
      return pages.get(pathname)?.(hits.get(pathname)!) ?? new Response('Not here', { status: 404 })
    },
  })
  const url = (path: string) => server.url.origin + path
  return {
    url,
    hits: (path: string) => hits.get(path) ?? 0,
    /** Sets the answer of a path: HTML, or a function of how often it was requested. */
    put(path: string, answer: string | ((hit: number) => Response | Promise<Response>)) {
      pages.set(path, typeof answer === 'string' ? () => html(answer) : answer)
      return url(path)
    },
    stop: () => server.stop(true),
  }
}
export type Site = ReturnType<typeof startSite>

export const html = (body: string) =>
  new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })

/** An article of these lines. */
export const article = (lines: readonly string[]) =>
  `<!doctype html><title>Watched</title><main><h1>Watched</h1>${lines.map((line) => `<p>${line}</p>`).join('')}</main>`

/** A Weir with helpers for tests of monitors. */
export async function openMonitors(
  settings: Record<string, string> = {},
  options: Parameters<typeof startWeir>[2] = {},
  folder?: string,
) {
  // Tests send more requests than people do.
  const WEIR_PLANS = JSON.stringify({ enterprise: { callsPerMinute: null } })
  const weir = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_PLANS, ...settings }, folder, options)
  return { ...weir, ...callsOf(weir) }
}

export function callsOf(weir: Running) {
  const make = async (body: object, key?: string): Promise<string> => {
    const given = { name: 'watch', schedule: YEARLY, ...body }
    const { status, body: answer } = await weir.post(MONITORS, given, key === undefined ? {} : { key })
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(answer)}`)
    return answer.data.monitorId
  }
  // biome-ignore lint/suspicious/noExplicitAny: what the test expects is what it checks
  const history = async (id: string, key?: string): Promise<any[]> =>
    (await weir.get(`${MONITORS}/${id}/history?limit=100`, key === undefined ? {} : { key })).body.data.history
  return {
    make,
    history,
    /** Runs a monitor, and returns its history entry once the run has ended. */
    async run(id: string, key?: string) {
      const as = key === undefined ? {} : { key }
      const { status, body } = await weir.post(`${MONITORS}/${id}/run`, undefined, as)
      if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`)
      if (body.data.jobId !== null) await weir.ended(body.data.jobId, as)
      return (await history(id, key)).find((entry) => entry.id === body.data.runId)
    },
    read: async (id: string, key?: string) =>
      (await weir.get(`${MONITORS}/${id}`, key === undefined ? {} : { key })).body.data,
  }
}
export type Opened = Awaited<ReturnType<typeof openMonitors>>
