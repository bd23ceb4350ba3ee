import { Cron } from 'croner'
import { LRUCache } from 'lru-cache'
import { ApiError, type Violation } from 'weirjs'

/** When a monitor runs. */
export interface Schedule {
  /** Five fields of cron. */
  schedule: string
  /** The IANA time zone of its hours. */
  timezone: string
}

/** A cache: parsing a schedule takes a fifth of a millisecond, and many monitors have the same. */
const known = new LRUCache<string, Cron>({ max: 1000 })

const refused = (schedule: string, why: string) =>
  new ApiError(
    'invalid_request',
    `schedule must be a cron expression of five fields (minute, hour, day, month, weekday) such as 0 9 * * 1-5: ${why}`,
    { parameter: 'schedule', schedule: schedule.slice(0, 200) },
  )

/** The refusal of a schedule that is missing, or not a string. */
export const badSchedule = ({ value }: Violation) =>
  refused(typeof value === 'string' ? value : '', value === undefined ? 'it is missing' : 'it is not a cron expression')

function read({ schedule, timezone }: Schedule): Cron {
  const key = `${timezone} ${schedule}`
  const before = known.get(key)
  if (before) return before
  if (!isTimeZone(timezone)) {
    const message = 'timezone must be an IANA time zone such as Europe/Berlin'
    throw new ApiError('invalid_request', message, { parameter: 'timezone' })
  }
  // The library also accepts points in time, and nicknames such as @daily.
  if (schedule.trim().split(/\s+/).length !== 5) throw refused(schedule, 'it does not have five fields')
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
 * The next time of a schedule, in epoch milliseconds. In the hour that is repeated in autumn, a time of a single hour
 * comes only once, and those of several hours come in both. A time in the hour that is skipped in spring comes at the
 * end of that hour. Throws 400 `invalid_request` for an invalid schedule or time zone.
 */
export function timeAfter(schedule: Schedule, after: number): number {
  const next = read(schedule).nextRun(new Date(after))
  if (!next) throw refused(schedule.schedule, 'no such date ever occurs')
  return next.getTime()
}

/** Whether it is the name of a time zone. Offsets, which the library accepts, have no daylight saving time. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}
