import { Cron } from 'croner'
import cronstrue from 'cronstrue'

/** How many upcoming runs are shown. */
const RUNS = 4

export interface ReadSchedule {
  words: string
  runs: Date[]
}

/** Parses a schedule as the service does. Throws an Error that says what is wrong. */
export function readSchedule(schedule: string, timezone: string): ReadSchedule {
  const fields = schedule.trim().split(/\s+/)
  if (fields.length !== 5) throw new Error('It needs five fields: minute, hour, day, month, weekday')
  const cron = new Cron(fields.join(' '), { mode: '5-part', timezone, paused: true })
  const runs = cron.nextRuns(RUNS)
  if (runs.length === 0) throw new Error('This date never occurs')
  return { words: cronstrue.toString(fields.join(' '), { use24HourTimeFormat: true, verbose: true }), runs }
}
