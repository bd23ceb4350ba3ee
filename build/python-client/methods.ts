import { type Document, nameOf, type Operation, type Schema } from './document.ts'
import { argument, docstring, literal, snake } from './text.ts'
import type { Types } from './types.ts'
import type { Capability, Word } from './words.ts'

/** A method of the Python client. */
export interface Method extends Word {
  operation: Operation
  /** The model of its response, if that is JSON. */
  reply: string
  /** Positional arguments: the required ones, in order. */
  places: Argument[]
  /** Keyword arguments. */
  names: Argument[]
  isKeyed: boolean
}

interface Argument {
  key: string
  name: string
  type: string
  in: 'path' | 'query' | 'body' | 'options'
  description?: string
}

/** Methods of the client itself, with the parts of an operation that they cover. */
interface Main {
  name: string
  path: string
  doc: string
  method?: string
  /** The model of the response, if the operation has several. */
  reply?: string
  without?: string[]
}
export const MAIN: readonly Main[] = [
  {
    name: 'scrape',
    path: '/v1/scrape',
    doc: 'Scrapes a page in the requested formats. Default: markdown.',
    reply: 'SinglePageReply',
    without: ['urls', 'options'],
  },
  {
    name: 'scrapeMany',
    path: '/v1/scrape',
    doc: 'Starts a job that scrapes up to 100 pages; `results` returns them.',
    reply: 'ScrapePageAccepted',
    without: ['url', 'options'],
  },
  {
    name: 'batch',
    path: '/v1/batch',
    doc: 'Deprecated: `scrape_many` does the same.',
    reply: 'StartBatchAccepted',
  },
  {
    name: 'crawl',
    path: '/v1/crawl',
    doc: 'Starts a job that follows the links of a site; `results` returns its pages.',
    reply: 'StartCrawlAccepted',
  },
  { name: 'map', path: '/v1/map', doc: 'Lists the URLs of a site.' },
  { name: 'search', path: '/v1/search', doc: 'Finds pages and, with `scrapeResults`, scrapes them too.' },
  { name: 'extract', path: '/v1/extract', doc: 'Extracts data from a page according to a JSON Schema.' },
  {
    name: 'capabilities',
    path: '/v1/capabilities',
    method: 'GET',
    doc: 'What the service offers: its engines and plugins, and the limits of your plan.',
  },
]
/** Arguments that are positional although the document does not require them on their own. */
const FIRST = ['url', 'urls']

/** Creates methods from words, with the types of their arguments and responses. */
export class Methods {
  readonly #document: Document
  readonly #models: Types
  readonly #inputs: Types

  constructor(document: Document, models: Types, inputs: Types) {
    this.#document = document
    this.#models = models
    this.#inputs = inputs
  }

  main = (): Method[] =>
    MAIN.map(({ method = 'POST', ...main }) => this.#make({ does: 'call', method, ...main }, main.without, FIRST))

  of = ({ words }: Capability): Method[] => words.map((word) => this.#make(word))

  #make(word: Word & { reply?: string }, without: string[] = [], first: string[] = []): Method {
    const operation = this.#document.paths[word.path]?.[word.method.toLowerCase()]
    if (operation === undefined) throw new Error(`The document has no ${word.method} ${word.path}`)
    const reply = word.does === 'call' ? this.#models.named(word.reply ?? replyOf(operation)) : ''
    const body = this.#bodyOf(operation)
    const all = [...this.#parameters(operation, word), ...this.#body(operation, body, without)]
    const isPlaced = ({ key, in: where }: Argument) =>
      where === 'path' || (where === 'body' && (body?.required?.includes(key) || first.includes(key)))
    return {
      ...word,
      operation,
      reply,
      places: all.filter(isPlaced),
      names: all.filter((one) => !isPlaced(one)),
      isKeyed:
        word.method === 'POST' && (operation.parameters?.some(({ name }) => name === 'Idempotency-Key') ?? false),
    }
  }

  #bodyOf({ requestBody }: Operation): Schema | undefined {
    if (requestBody?.$ref === undefined) return undefined
    const schema =
      this.#document.components.requestBodies[nameOf(requestBody.$ref)]?.content['application/json']?.schema
    return schema?.$ref === undefined ? schema : this.#document.components.schemas[nameOf(schema.$ref)]
  }

  #parameters({ operationId, parameters = [] }: Operation, { does }: Word): Argument[] {
    return parameters
      .filter(({ in: where }) => where === 'path' || (where === 'query' && does !== 'stream'))
      .map(({ name, in: where, schema, description }) => {
        const isJob = where === 'path' && name === 'jobId'
        const type = isJob
          ? 'JobReference'
          : where === 'path'
            ? 'str'
            : `Optional[${this.#input(schema, operationId, name)}]`
        return { key: name, name: isJob ? 'job' : argument(name), type, in: where as 'path' | 'query', description }
      })
  }

  #body({ operationId }: Operation, body: Schema | undefined, without: string[]): Argument[] {
    const properties = Object.entries(body?.properties ?? {}).filter(([key]) => !without.includes(key))
    const isMap = operationId === 'mapSite'
    return properties.flatMap(([key, schema]) =>
      // The options of a map are in an object, which the method splits into arguments like all others.
      isMap && key === 'options'
        ? Object.entries(schema.properties ?? {}).map((entry) => this.#argument(entry, operationId, 'options'))
        : [this.#argument([key, schema], operationId, 'body')],
    )
  }

  #argument([key, schema]: [string, Schema], operation: string, where: 'body' | 'options'): Argument {
    const { description } = schema
    return { key, name: argument(key), type: this.#input(schema, operation, key), in: where, description }
  }

  #input = (schema: Schema, operation: string, key: string) =>
    this.#inputs.of(
      schema,
      `${operation}_${key}`.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    )
}

function replyOf({ operationId, responses }: Operation): string {
  const refs = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content?.['application/json']?.schema.$ref)
  if (refs.length !== 1 || refs[0] === undefined) throw new Error(`${operationId} does not answer in one form`)
  return nameOf(refs[0])
}

/** The source of a class with these methods; `isAsync` for asynchronous ones. */
export function classOf(name: string, doc: string, methods: Method[], isAsync: boolean): string {
  return [
    `class ${name}:`,
    ...docstring([doc], '    '),
    ...methods.flatMap((one) => ['', ...sourceOf(one, isAsync)]),
  ].join('\n')
}

function sourceOf(method: Method, isAsync: boolean): string[] {
  const { does, places, names, operation, doc, isKeyed } = method
  const keyed = isKeyed ? ['idempotency_key: Optional[str] = None'] : []
  const streamed = does === 'stream' ? ['last_event_id: str = ""'] : []
  const named = [...names.map(({ name, type }) => `${name}: ${type} = OMIT`), ...keyed, ...streamed]
  const all = [
    'self',
    ...places.map(({ name, type }) => `${name}: ${type}`),
    ...(named.length > 0 ? ['*'] : []),
    ...named,
  ]
  const help = [...places, ...names].flatMap(({ name, description }) =>
    description === undefined ? [] : [`${name}: ${description}`],
  )
  const result = {
    call: method.reply,
    download: 'Download',
    stream: isAsync ? 'AsyncIterator[Event]' : 'Iterator[Event]',
  }
  const wait = isAsync && does === 'call'
  return [
    ...(wait ? ['    async def '] : ['    def ']).map((start) => `${start}${snake(method.name)}(`),
    ...all.map((one) => `        ${one},`),
    `    ) -> ${result[does]}:`,
    ...docstring([doc ?? `${operation.summary}.`, ...help], '        '),
    `        return ${wait ? 'await ' : ''}self._caller.${does}(`,
    ...passed(method).map((one) => `            ${one},`),
    '        )',
  ]
}

function passed({ does, method, path, reply, places, names, isKeyed }: Method): string[] {
  const all = [...places, ...names]
  const of = (where: Argument['in']) =>
    all
      .filter((one) => one.in === where)
      .map(({ key, name, type }) => `${literal(key)}: ${type === 'JobReference' ? `id_of(${name})` : name}`)
  const dict = (entries: string[]) => `{${entries.join(', ')}}`
  const options = of('options')
  const body = [...of('body'), ...(options.length > 0 ? [`"options": ${dict(options)}`] : [])]
  return [
    ...(does === 'stream' ? [] : [literal(method)]),
    literal(path),
    ...(does === 'call' ? [reply] : []),
    ...(of('path').length > 0 ? [`path_values=${dict(of('path'))}`] : []),
    ...(does === 'stream' ? ['last_event_id=last_event_id'] : []),
    ...(of('query').length > 0 ? [`query=${dict(of('query'))}`] : []),
    ...(body.length > 0 ? [`body=${dict(body)}`] : []),
    ...(isKeyed ? ['idempotency_key=idempotency_key or new_key()'] : []),
  ]
}
