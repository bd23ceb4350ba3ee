import { ApiError } from 'weirjs'
import type { SearchBody } from './schema.ts'

/** Refuses queries with errors that a schema cannot express. */
export function checkQuery({ query, language = 'en', timeRange, from, to }: SearchBody): void {
  if (query.trim() === '')
    throw new ApiError('invalid_query', 'query must have at least one character that is not white space', {
      parameter: 'query',
    })
  try {
    new Intl.Locale(language)
  } catch {
    throw new ApiError('invalid_request', 'language must be a BCP 47 language tag such as de or pt-BR', {
      parameter: 'language',
    })
  }
  const refused = (parameter: string, message: string) => new ApiError('invalid_request', message, { parameter })
  for (const [parameter, day] of Object.entries({ from, to }))
    if (day !== undefined && !isDay(day)) throw refused(parameter, `${parameter} must be a day such as 2026-01-31`)
  if (timeRange !== undefined && (from ?? to) !== undefined)
    throw refused('timeRange', 'timeRange ends now: send it without from and to')
  if (from !== undefined && to !== undefined && from > to)
    throw refused('to', 'to must not be before from: there is no day between them')
}

/** Whether the day exists: `Date.parse` also accepts `2026-02-31`. */
const isDay = (written: string): boolean =>
  !Number.isNaN(Date.parse(written)) && new Date(written).toISOString().startsWith(written)
