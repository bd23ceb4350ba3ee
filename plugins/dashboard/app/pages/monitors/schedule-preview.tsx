import { useEffect, useState } from 'preact/hooks'
import type { ReadSchedule } from './read-schedule.ts'

type Read = ReadSchedule | { error: string }

/** A schedule in words, with its next runs, in its own time zone. */
export function SchedulePreview({ schedule, timezone }: { schedule: string; timezone: string }) {
  const [read, setRead] = useState<Read>()
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      // The schedule parser is loaded with the first form only.
      const { readSchedule } = await import('./read-schedule.ts')
      if (!isCurrent) return
      try {
        setRead(readSchedule(schedule, timezone))
      } catch (error) {
        setRead({ error: error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error) })
      }
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [schedule, timezone])
  if (!read) return null
  if ('error' in read) return <p class="field-error">{read.error}</p>
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone })
  return (
    <div class="schedule-preview" role="status">
      <p>
        <strong>{read.words}</strong>, in the time zone {timezone}
      </p>
      <p class="muted">Next: {read.runs.map((run) => format.format(run)).join(' · ')}</p>
    </div>
  )
}
