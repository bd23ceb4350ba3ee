import { useEffect, useState } from 'preact/hooks'
import { withQuery } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { Json } from '../../ui/content/json.tsx'
import { errorStatusOf, PageResult } from '../../ui/content/page-result.tsx'
import { useAddress } from '../../ui/data/address.ts'
import { Pager } from '../../ui/data/pager.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { Badge, EmptyState, Loaded, Status } from '../../ui/states.tsx'
import { JobFailure } from './job-failure.tsx'
import type { Job, JobError, JobResults } from './types.ts'

const AT_ONCE = 10

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function titleOf(result: Record<string, unknown>): string {
  const { metadata, title } = result
  const told = title ?? (isObject(metadata) ? metadata.title : undefined)
  return typeof told === 'string' ? told : ''
}

function Result({ result, isAlone }: { result: unknown; isAlone: boolean }) {
  const [isOpen, setOpen] = useState(isAlone)
  const fields = isObject(result) ? result : undefined
  const error = isObject(fields?.error) ? (fields.error as unknown as JobError) : undefined
  const status = fields && errorStatusOf(fields)
  return (
    <details class="result" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary data-list-entry>
        {typeof fields?.status === 'string' && <Status value={fields.status} />}
        {status !== undefined && <Badge tone="warning">{status}</Badge>}
        <span class="result-url">{typeof fields?.url === 'string' ? fields.url : 'Result'}</span>
        <span class="muted result-title">{fields && titleOf(fields)}</span>
      </summary>
      {isOpen && (
        <div class="result-content">
          {error && <JobFailure error={error} />}
          {fields ? <PageResult result={fields} /> : <Json value={result} label="The result" />}
        </div>
      )}
    </details>
  )
}

/** The results of a job, also while it is running. */
export function Results({ job }: { job: Job }) {
  const { query } = useAddress()
  const { cursor } = query
  const path = withQuery(`/v1/jobs/${encodeURIComponent(job.id)}/results`, { limit: AT_ONCE, cursor })
  const page = useQuery<JobResults>(path)
  const { reload, data } = page
  const done = job.completed + job.failed
  const isShort = data === undefined || data.results.length < AT_ONCE
  const [wasRunning] = useState(job.completedAt === null)
  const hasEndedHere = wasRunning && job.completedAt !== null
  // A full page stays as it is until the job ends: then only its total changes.
  useEffect(() => {
    if ((isShort && done > 0) || hasEndedHere) void reload()
  }, [done, isShort, hasEndedHere, reload])
  return (
    <Section title="Results" actions={data && <span class="muted numeric">{formatNumber(data.total)} in all</span>}>
      <Loaded query={page} lines={4}>
        {({ results, nextCursor }) =>
          results.length > 0 ? (
            <>
              <div class="results">
                {results.map((result, at) => (
                  <Result key={`${cursor} ${at}`} result={result} isAlone={job.total === 1} />
                ))}
              </div>
              <Pager next={nextCursor} what="results" words={['First', 'Next']} />
            </>
          ) : (
            <EmptyState title={job.completedAt === null ? 'No results yet' : 'No results'}>
              {job.completedAt === null
                ? 'Results appear here as they come in.'
                : 'The job ended before any of its items was done.'}
            </EmptyState>
          )
        }
      </Loaded>
    </Section>
  )
}
