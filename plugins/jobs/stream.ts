import { frame, type JobEvent, type JobRecord, type StreamFormat, toCredits } from 'weirjs'
import { percent } from './show.ts'

/** The percentage of finished items that succeeded; null before the first. */
const successRate = (completed: number, failed: number) =>
  completed + failed === 0 ? null : Math.round((completed / (completed + failed)) * 1000) / 10

const progress = (id: string, { completed, failed, total, jobStatus }: Extract<JobEvent, { type: 'item' }>) =>
  frame({
    id,
    event: 'progress',
    data: {
      completed,
      failed,
      total,
      progress: total === 0 ? 0 : Math.round(((completed + failed) / total) * 1000) / 10,
      successRate: successRate(completed, failed),
      status: jobStatus,
    },
  })

/**
 * The format of the events in every job's stream. Source: decisions 4.4. An item has two frames, `url_completed` and
 * `progress`: the id `7.1` is the first frame of the job's seventh event, `7.2` the second.
 */
export const jobStream: StreamFormat = {
  frames(event) {
    const { id, jobId } = event
    if (event.type === 'end')
      return [frame({ id: `${id}.1`, event: event.status, data: { jobId, status: event.status } })]
    const { url, status, millicredits } = event
    return [
      frame({
        id: `${id}.1`,
        event: 'url_completed',
        data: { url, status, creditsUsed: toCredits(millicredits) },
      }),
      progress(`${id}.2`, event),
    ]
  },
  resume(lastEventId) {
    const found = /^(\d{1,15})\.([12])$/.exec(lastEventId)
    if (!found) return undefined
    const event = Number(found[1])
    return found[2] === '1' ? { after: event - 1, frames: 1 } : { after: event, frames: 0 }
  },
  snapshot: (job: JobRecord) =>
    frame({
      id: `${job.events}.2`,
      event: 'progress',
      data: {
        completed: job.completed,
        failed: job.failed,
        total: job.total,
        progress: percent(job),
        successRate: successRate(job.completed, job.failed),
        status: job.shownStatus,
      },
    }),
}
