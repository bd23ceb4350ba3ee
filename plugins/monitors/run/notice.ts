import { isoTime } from 'weirjs'
import type { Notice } from '../service.ts'
import type { MonitorRow } from '../store/tables.ts'

/** The parts of a notice that depend on the run. */
type Told = Pick<Notice, 'id' | 'event'> & { at: number; origin: string } & Partial<
    Pick<Notice, 'changePercent' | 'addedLines' | 'removedLines' | 'diff' | 'error'>
  >

/** Creates the notice of a monitor's run. */
export const noticeOf = (row: MonitorRow, { at, origin, ...told }: Told): Notice => ({
  changePercent: null,
  addedLines: 0,
  removedLines: 0,
  diff: null,
  error: null,
  ...told,
  account: row.account,
  monitor: { id: row.id, name: row.name, url: row.url },
  at: isoTime(at),
  links: { page: row.url, history: `${origin}/v1/monitors/${row.id}/history` },
})
