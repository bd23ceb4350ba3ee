import { useEffect, useState } from 'preact/hooks'
import { refreshProfile } from '../../../api/account.ts'
import { api } from '../../../api/client.ts'
import { type Failure, toFailure } from '../../../api/failure.ts'
import { ENDED, readStream } from '../../../api/stream.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Json } from '../../../ui/content/json.tsx'
import { PageResult } from '../../../ui/content/page-result.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { to } from '../../../ui/link.ts'
import { Problem } from '../../../ui/problem.tsx'
import { Progress, Status } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { JobFailure } from '../../jobs/job-failure.tsx'
import type { JobError } from '../../jobs/types.ts'

interface Counts {
  status: string
  completed: number
  failed: number
  total: number
  progress: number
}
interface Page extends Record<string, unknown> {
  url: string
  status: string
  error?: JobError | null
}

/** The most results shown here; the job's own page has them all. */
const SHOWN = 20

/** A job that was started here: its progress and its first results. */
export function JobProgress({ jobId, answer }: { jobId: string; answer: unknown }) {
  const [counts, setCounts] = useState<Counts>({ status: 'queued', completed: 0, failed: 0, total: 0, progress: 0 })
  const [pages, setPages] = useState<readonly Page[]>([])
  const [chosen, setChosen] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  const [isConnected, setConnected] = useState(true)
  const [tab, setTab] = useState('pages')

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const update = async () => {
      const { results } = await api.get<{ results: Page[] }>(`/v1/jobs/${jobId}/results?limit=${SHOWN}`, { signal })
      setPages(results)
      setChosen((before) => before ?? results[0]?.url)
    }
    const follow = async () => {
      await readStream(`/v1/jobs/${jobId}/stream`, {
        signal,
        onConnection: setConnected,
        onEvent({ event, data }) {
          if (event === 'progress') setCounts(data as Counts)
        },
      })
      setCounts(await api.get<Counts>(`/v1/jobs/${jobId}`, { signal }))
      await update()
      void refreshProfile()
    }
    follow().catch((error: unknown) => {
      if (!signal.aborted) setFailure(toFailure(error))
    })
    return () => controller.abort()
  }, [jobId])

  const hasEnded = ENDED.includes(counts.status)
  const cancel = () => api.delete(`/v1/jobs/${jobId}`).catch((error: unknown) => setFailure(toFailure(error)))
  const page = pages.find(({ url }) => url === chosen)
  return (
    <div class="outcome">
      <div class="result-status" role="status">
        <Status value={counts.status} />
        <span>
          {formatNumber(counts.completed)} of {counts.total > 0 ? formatNumber(counts.total) : '…'} pages
          {counts.failed > 0 && `, ${formatNumber(counts.failed)} failed`}
          {!isConnected && ' · connecting again…'}
        </span>
        <span class="actions">
          {!hasEnded && (
            <Button size="small" onClick={() => void cancel()}>
              Cancel
            </Button>
          )}
          <LinkButton size="small" href={to(`/jobs/${jobId}`)}>
            Open job
          </LinkButton>
        </span>
      </div>
      <Progress value={counts.progress} label="Progress of the job" />
      {failure && <Problem failure={failure} />}
      {hasEnded && (
        <Tabs
          label="Results"
          chosen={tab}
          onChoose={setTab}
          tabs={[
            {
              id: 'pages',
              title: 'Pages',
              content: () => (
                <>
                  <ul class="page-list">
                    {pages.map(({ url, status }) => (
                      <li key={url}>
                        <button type="button" aria-pressed={url === chosen} onClick={() => setChosen(url)}>
                          <span>{url}</span>
                          <Status value={status} />
                        </button>
                      </li>
                    ))}
                  </ul>
                  {page?.error && <JobFailure error={page.error} />}
                  {page && <PageResult result={page} key={page.url} />}
                </>
              ),
            },
            { id: 'json', title: 'JSON', content: () => <Json value={answer} label="The answer as JSON" /> },
          ]}
        />
      )}
    </div>
  )
}
