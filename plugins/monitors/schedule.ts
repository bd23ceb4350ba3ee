import { Cron } from 'croner'
import { LRUCache } from 'lru-cache'
import { ApiError, type Violation } from 'weirjs'

/** When a monitor runs. */
export interface Schedule {
  /** Five fields of cron. */
  schedule: string
  /** The IANA time zone in which its hours are. */
  timezone: string
}

/** Schedules that are remembered: reading one takes a fifth of a millisecond, and many monitors share theirs. */
const known = new LRUCache<string, Cron>({ max: 1000 })

const refused = (schedule: string, why: string) =>
  new ApiError(
    'invalid_request',
    `schedule must be a cron expression of five fields (minute, hour, day, month, weekday) such as 0 9 * * 1-5: ${why}`,
    { parameter: 'schedule', schedule: schedule.slice(0, 200) },
  )

/** The same for one that is no text, or is missing. */
export const badSchedule = ({ value }: Violation) =>
  refused(typeof value === 'string' ? value : '', value === undefined ? 'it is missing' : 'it is no such text')

function read({ schedule, timezone }: Schedule): Cron {
  const key = `${timezone} ${schedule}`
  const before = known.get(key)
  if (before) return before
  // What else the library knows by that name: an instant, or a word for several fields.
  if (schedule.trim().split(/\s+/).length !== 5) throw refused(schedule, 'it has not five fields')
  let cron: Cron
  try {
    cron = new Cron(schedule.trim(), { mode: '5-part', timezone, paused: true })
  } catch (error) {
    throw refused(schedule, error instanceof Error ? error.message.replace(/^CronPattern: /, '') : 'it cannot be read')
  }
  known.set(key, cron)
  return cron
}

/**
 * The first time of a schedule after another, both in epoch milliseconds. Of an hour that the clock repeats in autumn
 * a time comes once; one in the hour that it leaves out in spring comes at the end of that hour.
 */
export function timeAfter(schedule: Schedule, after: number): number {
  const next = read(schedule).nextRun(new Date(after))
  if (!next) throw refused(schedule.schedule, 'no such date ever comes')
  return next.getTime()
}

/** Whether it is the name of a time zone. The library takes offsets too, which know no summer time. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}

/** Throws 400 `invalid_request` for a schedule or a time zone that there is not. */
export function checkSchedule(schedule: Schedule, now: number): void {
  const { timezone } = schedule
  if (!isTimeZone(timezone)) {
    const message = 'timezone must be an IANA time zone such as Europe/Berlin'
    throw new ApiError('invalid_request', message, { parameter: 'timezone' })
  }
  timeAfter(schedule, now)
}
