import { useLocation } from 'preact-iso/router'
import { api, withQuery } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { to } from '../../ui/link.ts'
import { toastFailure } from '../../ui/toast.tsx'
import type { Job, JobResults } from './types.ts'

/** The playground's operation for a job's kind. */
const OPERATIONS: Readonly<Record<string, string>> = {
  scrape: 'scrape',
  batch: 'scrape',
  crawl: 'crawl',
  extract: 'extract',
  extract_domain: 'extract',
}

/** The most pages of a batch that are prefilled: they are read from the results, which are large. */
const MAX_URLS = 20

const urlOf = (result: unknown) => (result as { url?: unknown } | null)?.url

/**
 * Opens the playground with the job's pages, or with the one it started from. They are taken from its results: a job
 * exposes none of its options.
 */
export function AgainButton({ job: { id, type, total, completedAt } }: { job: Job }) {
  const { route } = useLocation()
  const { isBusy, run } = useAction(toastFailure)
  const operation = OPERATIONS[type]
  const isBatch = operation === 'scrape'
  if (completedAt === null || operation === undefined || (isBatch && total > MAX_URLS)) return null
  const again = () =>
    run(async () => {
      const path = withQuery(`/v1/jobs/${encodeURIComponent(id)}/results`, { limit: isBatch ? MAX_URLS : 1 })
      const { results } = await api.get<JobResults>(path)
      const urls = results.map(urlOf).filter((url) => typeof url === 'string')
      const body = urls.length > 1 ? { urls } : { url: urls[0] }
      route(withQuery(to(`/playground/${operation}`), { body: urls.length === 0 ? null : JSON.stringify(body) }))
    })
  return (
    <Button busy={isBusy} onClick={() => void again()}>
      Run again
    </Button>
  )
}
