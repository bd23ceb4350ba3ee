import { useEffect, useState } from 'preact/hooks'
import { withQuery } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { Diff } from '../../ui/content/diff.tsx'
import { Picture } from '../../ui/content/picture.tsx'
import { useAddress } from '../../ui/data/address.ts'
import { Pager } from '../../ui/data/pager.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { EmptyState, Loaded, Status } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { JobFailure } from '../jobs/job-failure.tsx'
import { Snapshot } from './snapshot.tsx'
import type { Monitor, MonitorHistory, MonitorRun } from './types.ts'

/** Milliseconds between refreshes of the history. */
const EVERY = 5000

const FILTERS = [
  { value: null, title: 'All runs' },
  { value: 'changed', title: 'Changes' },
  { value: 'failed', title: 'Failures' },
]

function summaryOf(run: MonitorRun): string {
  const { status, changePercent, addedLines, removedLines, error, statusCode, warnings } = run
  if (status === 'failed') return error?.message ?? `the page answered ${statusCode}`
  if (warnings.length > 0 && status !== 'changed') return warnings.join('; ')
  if (status === 'baseline') return 'stored, to compare later runs with'
  if (status === 'unchanged') return 'nothing changed'
  const share = changePercent === null ? '' : `${formatNumber(changePercent)} % of the text, `
  const added = `${formatNumber(addedLines)} ${addedLines === 1 ? 'line' : 'lines'} added`
  return `${share}${added}, ${formatNumber(removedLines)} removed`
}

function Run({ run, isOpenFirst }: { run: MonitorRun; isOpenFirst: boolean }) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const pictures = run.files.filter(({ mediaType }) => mediaType.startsWith('image/'))
  return (
    <details class={`run ${run.status}`} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary data-list-entry>
        <Status value={run.status} />
        <Time at={run.checkedAt} />
        <span class="run-summary">{summaryOf(run)}</span>
      </summary>
      {isOpen && (
        <div class="result-content">
          {run.error && <JobFailure error={run.error} />}
          {run.warnings.map((warning) => (
            <p class="notice" key={warning}>
              {warning}
            </p>
          ))}
          {run.diff !== null && <Diff unified={run.diff} label="What changed" />}
          {run.snapshotUrl !== null && <Snapshot url={run.snapshotUrl} />}
          {pictures.map(({ id }) => (
            <Picture key={id} fileId={id} label="The page as the browser drew it" />
          ))}
        </div>
      )}
    </details>
  )
}

/** Runs that found nothing new, as one row. */
function Unchanged({ runs }: { runs: readonly MonitorRun[] }) {
  const [newest] = runs
  return (
    <details class="run unchanged">
      <summary data-list-entry>
        <Status value="unchanged" />
        <Time at={newest!.checkedAt} />
        <span class="run-summary">
          {[`${formatNumber(runs.length)} runs in a row without a change`, ...newest!.warnings].join('; ')}
        </span>
      </summary>
      <div class="run-group">
        {runs.map((run) => (
          <Run key={run.id} run={run} isOpenFirst={false} />
        ))}
      </div>
    </details>
  )
}

/** Consecutive unchanged runs are grouped, so that changes stand out. */
function groupsOf(history: readonly MonitorRun[]): MonitorRun[][] {
  const groups: MonitorRun[][] = []
  for (const run of history) {
    const last = groups.at(-1)
    if (run.status === 'unchanged' && last?.[0]?.status === 'unchanged') last.push(run)
    else groups.push([run])
  }
  return groups
}

/** The history of a monitor, newest first. `runs` counts the runs requested here. */
export function History({ monitor, runs }: { monitor: Monitor; runs: number }) {
  const { query, of } = useAddress()
  const { status, cursor } = query
  const path = withQuery(`/v1/monitors/${monitor.id}/history`, { limit: 50, status, cursor })
  const list = useQuery<MonitorHistory>(path, { every: EVERY })
  const { reload } = list
  useEffect(() => {
    if (runs > 0) void reload()
  }, [runs, reload])
  return (
    <Section
      title="History"
      actions={
        <nav class="choices" aria-label="Runs to show">
          {FILTERS.map(({ value, title }) => (
            <a
              key={title}
              href={of({ status: value, cursor: null })}
              aria-current={(status ?? null) === value ? 'true' : undefined}
            >
              {title}
            </a>
          ))}
        </nav>
      }
    >
      <Loaded query={list} lines={5}>
        {({ history, nextCursor }) => {
          const first = history.find(({ status }) => status === 'changed')?.id
          return history.length > 0 ? (
            <>
              <div class="timeline">
                {groupsOf(history).map((group) =>
                  group.length === 1 ? (
                    <Run key={group[0]!.id} run={group[0]!} isOpenFirst={group[0]!.id === first} />
                  ) : (
                    <Unchanged key={group.at(-1)!.id} runs={group} />
                  ),
                )}
              </div>
              <Pager next={nextCursor} what="the history" />
            </>
          ) : (
            <EmptyState title={status ? 'No runs match' : 'No runs yet'}>
              {status
                ? 'Choose “All runs” to see the others.'
                : 'The first run follows the schedule. Press “Run now” to start one at once.'}
            </EmptyState>
          )
        }}
      </Loaded>
    </Section>
  )
}
