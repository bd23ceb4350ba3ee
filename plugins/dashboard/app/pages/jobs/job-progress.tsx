import { Facts } from '../../ui/data/figures.tsx'
import { formatCredits, formatDuration, formatNumber } from '../../ui/format.ts'
import { Progress, Status } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import type { RecentItem } from './follow-job.ts'
import type { Job } from './types.ts'

const timeLeft = ({ estimatedTimeRemaining: ms }: Job) => (ms === null ? '' : `about ${formatDuration(ms)} left`)

interface Props {
  job: Job
  recent: readonly RecentItem[]
  isConnected: boolean
}

/** The progress of a job, or the outcome of an ended one. */
export function JobProgress({ job, recent, isConnected }: Props) {
  const isEnded = job.completedAt !== null
  const total = Math.max(job.total, job.completed + job.failed)
  return (
    <section class="job-progress" aria-label="Progress">
      <div class="job-progress-head" role="status">
        <Status value={job.status} />
        <span class="numeric">
          {formatNumber(job.completed)} of {formatNumber(total)} done
          {job.failed > 0 && `, ${formatNumber(job.failed)} failed`}
        </span>
        {!isEnded && <span class="muted">{job.status === 'queued' ? 'waiting for its turn' : timeLeft(job)}</span>}
        {!isEnded && !isConnected && <span class="badge warning">Connection lost; connecting again…</span>}
      </div>
      <Progress value={job.progress} label={`${job.progress} percent done`} />
      {!isEnded && job.currentUrl && <p class="muted current-url">Last started: {job.currentUrl}</p>}
      {!isEnded && recent.length > 0 && (
        <ol class="recent" aria-label="Recently done">
          {recent.map((item) => (
            <li key={item.id}>
              <Status value={item.status} /> <span>{item.url ?? 'item'}</span>{' '}
              <span class="muted numeric">{formatCredits(item.creditsUsed)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const took = ({ startedAt, completedAt }: Job) =>
  startedAt !== null && completedAt !== null ? formatDuration(Date.parse(completedAt) - Date.parse(startedAt)) : '–'

/** When it ran, and what it cost. */
export const JobFacts = ({ job }: { job: Job }) => (
  <Facts
    facts={[
      ['Created', <Time at={job.createdAt} />],
      ['Started', <Time at={job.startedAt} none="not yet" />],
      ['Ended', <Time at={job.completedAt} none="not yet" />],
      ['Duration', took(job)],
      ['Priority', job.priority],
      ['Cost', formatCredits(job.creditsUsed)],
      job.completedAt === null
        ? ['Credits held', formatCredits(job.creditsEstimated)]
        : ['Estimated cost', formatCredits(job.creditsEstimated)],
    ]}
  />
)
