import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso/router'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { useListKeys } from '../../ui/keyboard/list-keys.ts'
import { to } from '../../ui/link.ts'
import { Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Loaded } from '../../ui/states.tsx'
import { toast, toastFailure } from '../../ui/toast.tsx'
import { AgainButton } from './again-button.tsx'
import { Downloads } from './downloads.tsx'
import { useJob } from './follow-job.ts'
import { JobFailure } from './job-failure.tsx'
import { JobFacts, JobProgress } from './job-progress.tsx'
import { JobWebhooks } from './job-webhooks.tsx'
import { Results } from './results.tsx'
import type { Job } from './types.ts'

function CancelButton({ job, onCancelled }: { job: Job; onCancelled(job: Job): void }) {
  const [isAsking, setAsking] = useState(false)
  const { isBusy, run } = useAction(toastFailure)
  const cancel = async () => {
    await run(async () => {
      onCancelled(await api.delete<Job>(`/v1/jobs/${job.id}`))
      toast('The job is being cancelled; its results so far stay')
    })
    setAsking(false)
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Cancel job</Button>
      {isAsking && (
        <Confirm
          title="Cancel this job?"
          action="Cancel job"
          busy={isBusy}
          onConfirm={() => void cancel()}
          onClose={() => setAsking(false)}
        >
          <p>
            Items that have not started are dropped, and the credits held for them are released. Items that are done
            stay charged, and their results stay here. A cancelled job cannot be resumed.
          </p>
        </Confirm>
      )}
    </>
  )
}

const titleOf = ({ type }: Job) => `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll('_', ' ')} job`

/** A job: its progress, results, cost and notifications. */
export default function JobPage() {
  useListKeys()
  const { jobId = '' } = useRoute().params
  const { job: query, recent, isConnected, failure } = useJob(jobId)
  const job = query.data
  const isEnded = job !== undefined && job.completedAt !== null
  return (
    <Page
      title={job ? titleOf(job) : 'Job'}
      intro={
        <>
          <code class="whole-id">{jobId}</code> <CopyButton text={jobId} label="Copy the job’s id" />
        </>
      }
      actions={
        job && (
          <>
            <AgainButton job={job} />
            {isEnded ? <Downloads job={job} /> : <CancelButton job={job} onCancelled={query.set} />}
          </>
        )
      }
    >
      <a class="back-link" href={to('/jobs')}>
        All jobs
      </a>
      <Loaded query={query} lines={6}>
        {(job) => (
          <>
            {failure && <Problem failure={failure}>Reload the page to follow the job again.</Problem>}
            {job.error && <JobFailure error={job.error} />}
            <JobProgress job={job} recent={recent} isConnected={isConnected} />
            <JobFacts job={job} />
            <Results job={job} />
            <JobWebhooks job={job} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
