import { ApiError } from 'weirjs'
import type { ScrapeBody } from '../../scrape/service.ts'
import { type Format, type FormatName, formatNames, type PageFields } from '../schema/page-fields.ts'
import type { Shape } from './shape.ts'
import type { Warnings } from './warnings.ts'

type Asked = Pick<PageFields, 'formats' | 'jsonOptions' | 'changeTrackingOptions' | 'extract'>
interface Read {
  body: Pick<ScrapeBody, 'formats' | 'extract' | 'viewport' | 'attributes' | 'changeTracking'>
  shape: Pick<Shape, 'fields' | 'json' | 'showsDiff'>
}

/** Alternative names of formats in other versions. */
const aliases: Readonly<Record<string, string>> = { extract: 'json', 'screenshot@fullPage': 'screenshot' }

const isKnown = (name: string): name is FormatName => (formatNames as readonly string[]).includes(name)

/**
 * Parses the requested formats, which are names or objects. Throws 501 if none of them is supported, and 400 for one
 * with a missing field.
 */
export function readFormats(
  { formats = ['markdown'], jsonOptions, changeTrackingOptions, extract }: Asked,
  warnings: Warnings,
): Read {
  const asked = formats.map((format) => (typeof format === 'string' ? { type: format } : format))
  const known = asked.filter(({ type }) => isKnown(aliases[type] ?? type))
  const unknown = [...new Set(asked.filter((format) => !known.includes(format)).map(({ type }) => type.slice(0, 100)))]
  if (known.length === 0 && unknown.length > 0)
    throw new ApiError(
      'not_configured',
      `Formats that are not supported here: ${unknown.join(', ')}; the formats are ${formatNames.join(', ')}`,
      { parameter: 'formats' },
    )
  for (const type of unknown) warnings.add(`The format ${type} is not supported by this server and was left out`)
  const read: Read = { body: { formats: [] }, shape: { fields: [], json: undefined } }
  const fields = new Set<FormatName>()
  const made = new Set<NonNullable<ScrapeBody['formats']>[number]>()
  for (const format of known) {
    const name = (aliases[format.type] ?? format.type) as FormatName
    fields.add(name)
    if (name === 'json') {
      const wanted = format.schema || format.prompt ? format : (jsonOptions ?? extract ?? {})
      read.body.extract = extractionOf(wanted)
      read.shape.json = format.type === 'extract' && !jsonOptions ? 'extract' : 'json'
      made.add('extract')
    } else if (name === 'screenshot') {
      made.add(format.fullPage || format.type === 'screenshot@fullPage' ? 'screenshot@fullPage' : 'screenshot')
      if (format.viewport) read.body.viewport = format.viewport
      if (Object.hasOwn(format, 'quality')) warnings.ignore('quality of the screenshot', 'it is a PNG')
    } else if (name === 'attributes') {
      if (!format.selectors?.length) throw needs('attributes', 'selectors: a list of {selector, attribute}')
      read.body.attributes = format.selectors
      made.add(name)
    } else if (name === 'changeTracking') {
      const { tag, modes = [] } = { ...changeTrackingOptions, ...format }
      if (modes.includes('json')) warnings.ignore('the mode json of changeTracking', 'what differs comes as text')
      read.shape.showsDiff = modes.includes('git-diff')
      read.body.changeTracking = tag === undefined ? {} : { tag }
      made.add(name)
    } else made.add(name)
  }
  if (made.has('screenshot@fullPage') && made.delete('screenshot'))
    warnings.ignore('screenshot of the window', 'a page has one screenshot, which is that of the full page')
  // A scrape needs at least one format; it is not shown if it was not requested.
  read.body.formats = made.size > 0 ? [...made] : ['markdown']
  read.shape.fields = [...fields]
  return read
}

function extractionOf({ schema, prompt, systemPrompt }: Pick<Format, 'schema' | 'prompt'> & { systemPrompt?: string }) {
  if (!schema && !prompt) throw needs('json', 'a schema or a prompt')
  return { schema, prompt, systemPrompt }
}

const needs = (format: string, what: string) =>
  new ApiError('invalid_options', `The format ${format} needs ${what}`, { parameter: 'formats' })
