import type { Clock } from 'weirjs'
import { type Running, startWeir } from '../../weir.ts'

/** A Weir with a plugin whose jobs return given results. */
export async function openGiven(settings: Record<string, string> = {}, options: { clock?: Clock } = {}) {
  const weir: Running = await startWeir(
    { WEIR_PLUGINS: 'account,jobs,results,./fixtures/given.ts', WEIR_ENGINES: 'lightweight', ...settings },
    import.meta.dir,
    options,
  )
  return {
    ...weir,
    /**
     * Makes a job with these results and waits for its end, or, if it is endless, for these results. An undefined
     * result leaves the item without one.
     */
    async job(results: readonly unknown[], more: { file?: string; endless?: boolean; key?: string } = {}) {
      const { key = weir.adminKey, ...rest } = more
      const body = { results: results.map((result) => (result === undefined ? '' : JSON.stringify(result))), ...rest }
      const { jobId } = (await weir.post('/v1/given', body, { key })).body.data
      if (!rest.endless) await weir.ended(jobId, { key })
      else
        while ((await weir.get(`/v1/jobs/${jobId}`, { key })).body.data.completed < results.length) await Bun.sleep(10)
      return jobId as string
    },
    /** Requests a path, and returns the answer as it is sent. */
    ask: (path: string, init: RequestInit = {}) =>
      weir.weir.server.fetch(
        new Request(`http://localhost${path}`, {
          ...init,
          headers: { authorization: `Bearer ${weir.adminKey}`, ...(init.headers as Record<string, string>) },
        }),
      ),
  }
}
