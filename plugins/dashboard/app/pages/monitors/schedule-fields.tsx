import { useId, useState } from 'preact/hooks'
import { Select, TextField } from '../../ui/form/field.tsx'
import type { FieldOf } from './draft.ts'
import { SchedulePreview } from './schedule-preview.tsx'

const OWN = ''
const schedules = [
  { value: '*/15 * * * *', label: 'Every 15 minutes' },
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 9 * * *', label: 'Every day at 9:00' },
  { value: '0 9 * * 1-5', label: 'On workdays at 9:00' },
  { value: '0 9 * * 1', label: 'On Mondays at 9:00' },
  { value: OWN, label: 'Another schedule…' },
]

const isTimezone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** When the page is checked. */
export function ScheduleFields({ field }: { field: FieldOf }) {
  const zones = useId()
  const schedule = field('schedule')
  const timezone = field('timezone')
  const [isOwn, setOwn] = useState(!schedules.some(({ value }) => value === schedule.value))
  return (
    <fieldset>
      <legend>When</legend>
      <Select
        label="Schedule"
        value={isOwn ? OWN : schedule.value}
        choices={schedules}
        onValue={(value) => {
          setOwn(value === OWN)
          if (value !== OWN) schedule.onValue(value)
        }}
      />
      {isOwn && (
        <TextField
          label="Cron expression"
          hint="Minute, hour, day of the month, month, day of the week."
          required
          spellcheck={false}
          {...schedule}
        />
      )}
      <TextField label="Time zone" list={zones} required {...timezone} />
      <datalist id={zones}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {isTimezone(timezone.value) ? (
        <SchedulePreview schedule={schedule.value} timezone={timezone.value} />
      ) : (
        <p class="field-error">There is no such time zone; choose one such as Europe/Berlin.</p>
      )}
    </fieldset>
  )
}
