import type { JsonObject } from 'weirjs/toolkit'
import { FORMATS } from './formats.ts'
import { shown } from './json.ts'
import type { Visit } from './visit.ts'

/** Characters checked per step, and pattern instructions per step. */
const CHARACTERS_PER_STEP = 512
const TRIES_PER_STEP = 100

/** What is wrong with a string. */
export const stringIssues = (visit: Visit, schema: JsonObject, text: string, path: string): string[] => {
  const issues: string[] = []
  const { minLength, maxLength, pattern, format } = schema
  visit.steps.take(text.length / CHARACTERS_PER_STEP)
  const length = minLength === undefined && maxLength === undefined ? 0 : [...text].length
  if (length < Number(minLength ?? 0)) issues.push(`${shown(path)} needs at least ${minLength} characters.`)
  if (length > Number(maxLength ?? length)) issues.push(`${shown(path)} may have at most ${maxLength} characters.`)
  if (typeof pattern === 'string' && !matches(visit, pattern, text))
    issues.push(`${shown(path)} must match the pattern ${pattern}`)
  const known = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  if (known && !known.fits(text)) issues.push(`${shown(path)} must be ${known.said}.`)
  return issues
}

/** Whether a pattern matches anywhere in a text. */
export const matches = (visit: Visit, source: string, text: string): boolean => {
  const pattern = visit.pattern(source)
  visit.steps.take((pattern.size * text.length) / TRIES_PER_STEP)
  return pattern.isIn(text)
}

/** What is wrong with a number. In draft 4 the exclusive bounds are flags of the others. */
export const numberIssues = (schema: JsonObject, value: number, path: string): string[] => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const above = exclusiveMinimum === true ? minimum : exclusiveMinimum
  const below = exclusiveMaximum === true ? maximum : exclusiveMaximum
  const issues: string[] = []
  if (typeof minimum === 'number' && value < minimum) issues.push(`${shown(path)} must be at least ${minimum}.`)
  if (typeof maximum === 'number' && value > maximum) issues.push(`${shown(path)} must be at most ${maximum}.`)
  if (typeof above === 'number' && value <= above) issues.push(`${shown(path)} must be above ${above}.`)
  if (typeof below === 'number' && value >= below) issues.push(`${shown(path)} must be below ${below}.`)
  if (typeof multipleOf === 'number' && !isMultiple(value, multipleOf))
    issues.push(`${shown(path)} must be a multiple of ${multipleOf}.`)
  return issues
}

/** 0.3 is a multiple of 0.1, though not in binary numbers. */
const isMultiple = (value: number, of: number): boolean => {
  const times = value / of
  return Number.isFinite(times) && Math.abs(times - Math.round(times)) <= Math.abs(times) * 1e-12
}
