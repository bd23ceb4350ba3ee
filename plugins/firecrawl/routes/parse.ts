import { isObject, type Kit, PageTime, type PluginApp, readValue, t, toCredits, unknownNames, valueOf } from 'weirjs'
import { content } from '../../content/service.ts'
import { extractor, optionFailures, type PageOptions } from '../../scrape/service.ts'
import { errorRules } from '../errors.ts'
import { toDocument, type WeirPage } from '../page/document.ts'
import { readPage } from '../page/read-page.ts'
import type { Api, Shape } from '../page/shape.ts'
import type { Warnings } from '../page/warnings.ts'
import { type PageFields, pageFields } from '../schema/page-fields.ts'
import { type Document, DocumentReply } from '../schema/replies.ts'
import { described, type FirecrawlState, originOf, readBody, unsupported } from './route.ts'
import { readUpload } from './upload.ts'

/** The address of a file without one: relative links in it lead nowhere. */
const NOWHERE = 'http://file.invalid/'
const leadsSomewhere = (address: string) => !address.startsWith(NOWHERE)

/**
 * Makes the addresses in a result relative to the file again, and drops fields that are nothing but such an address.
 */
function withoutFileAddress(said: unknown): unknown {
  if (typeof said === 'string') return said.replaceAll(NOWHERE, '')
  if (Array.isArray(said)) return said.map(withoutFileAddress)
  if (!isObject(said)) return said
  const leading = Object.entries(said).filter(([, value]) => typeof value !== 'string' || leadsSomewhere(value))
  return Object.fromEntries(leading.map(([name, value]) => [name, withoutFileAddress(value)]))
}

/** The most bytes of a file. */
const MAX_FILE = 50 * 1024 * 1024
/** The most unknown options that are named in a warning. */
const MAX_NAMED = 20
/** Milliseconds that the hold of the price lasts. */
const HOLD = 180_000
/** Formats that only pages have. */
const PAGE_FORMATS = /^(?:screenshot|changeTracking)/
const Options = t.Object(pageFields)
/** Options for fetching, which a file does not need. */
const FETCH_OPTIONS = ['actions', 'headers', 'location', 'mobile', 'proxy', 'waitFor'] as const

/**
 * Removes the options for fetching, and returns the names of those that were set: they would be charged for, but have
 * no effect on a file.
 */
function withoutFetching(asked: PageFields): { fetched: string[]; options: PageFields } {
  const options = { ...asked }
  for (const name of FETCH_OPTIONS) delete options[name]
  const isSaid = (value: unknown) => Boolean(value) && value !== 'auto' && value !== 'basic'
  return { fetched: FETCH_OPTIONS.filter((name) => isSaid(asked[name])), options }
}

/** A checked upload. */
interface Readable {
  file: File
  options: PageOptions
  shape: Shape
  warnings: Warnings
}

/** Converts an uploaded file to a document. */
export function parseRoute(app: PluginApp, kit: Kit, { scrapes, scraper }: FirecrawlState, api: Api) {
  const converter = kit.use(content)
  /** Uploads that the checks parsed, for the handler. */
  const uploads = new WeakMap<Request, Readable>()

  const check = async (bytes: Uint8Array, { headers }: Request): Promise<Readable> => {
    const { file, options: asked } = await readUpload(new Uint8Array(bytes), headers.get('content-type'))
    const { fetched, options: ofFile } = withoutFetching(readValue(Options, readBody(asked), errorRules))
    const { body, shape, warnings } = readPage(ofFile, api)
    for (const name of unknownNames(Options, asked).slice(0, MAX_NAMED))
      warnings.add(`unknown parameter: ${name.slice(0, 100)}`)
    for (const option of fetched) warnings.ignore(option, 'a file is not fetched')
    const formats = body.formats?.filter((format) => !PAGE_FORMATS.test(format))
    for (const format of body.formats ?? []) if (PAGE_FORMATS.test(format)) warnings.add(`A file has no ${format}`)
    const options = scrapes.read({
      ...body,
      changeTracking: undefined,
      replaceAllPathsWithAbsolutePaths: false,
      formats: formats?.length ? formats : ['markdown'],
    })
    return { file, options, shape, warnings }
  }

  return app.post(
    '/parse',
    async ({ caller: { account }, request }) => {
      const { file, options, shape, warnings } = uploads.get(request) as Readable
      const { extract } = options
      const service = extract && kit.find(extractor)
      const url = new URL(`${NOWHERE}${encodeURIComponent(file.name)}`)
      const price = scraper.estimate(options)
      await using hold = await kit.credits.hold(account.id, price, { expiresIn: HOLD })
      using time = new PageTime({ url, timeout: options.request.timeout, work: 'file' }, request.signal)
      const context = { signal: time.signal, account, priority: 'high' as const }
      const wanted = new Set([...options.content.formats, ...(service ? service.formats(extract) : [])])
      const source = {
        url,
        headers: new Headers(file.type ? { 'content-type': file.type } : {}),
        body: new Uint8Array(await file.arrayBuffer()),
      }
      const made = await time.wait(converter.convert(source, { ...options.content, formats: wanted }, context))
      const { markdown = '', structured, json, html, parserName, metadata } = made
      const data = { structured: valueOf(structured), json: valueOf(json) }
      const page = { url, markdown, ...data, html, metadata: { ...metadata, parserName } }
      const found = service && (await time.wait(service.extract(page, extract, context)))
      await hold.capture(price, { endpoint: 'scrape', pages: 1 })
      const shown = {
        ...made,
        attributes: valueOf(made.attributes),
        links: (valueOf(made.links) as string[] | undefined)?.filter(leadsSomewhere),
        images: (valueOf(made.images) as { url: string }[] | undefined)?.filter((image) => leadsSomewhere(image.url)),
        ...(found && { extracted: found.extracted }),
        metadata: {
          ...metadata,
          pageCount: made.pageCount,
          url: file.name,
          statusCode: 200,
          contentType: file.type || null,
          creditsUsed: toCredits(hold.captured),
        },
        warnings: [...(made.warnings ?? []), ...(found?.warnings ?? [])],
      } as unknown as WeirPage
      const about = { url: file.name, scrapeId: crypto.randomUUID(), shape, origin: originOf(kit, request) }
      return { success: true as const, data: withoutFileAddress(toDocument(shown, about, warnings.all)) as Document }
    },
    {
      access: { permission: 'scrape', limit: 'general', rawBody: { max: MAX_FILE } },
      response: { 200: DocumentReply },
      beforeHandle: async ({ rawBody, request }) => void uploads.set(request, await check(rawBody, request)),
      detail: {
        ...described(api, 'ConvertFile', {
          summary: 'Convert a file',
          description:
            'Converts a document of your own, sent as `multipart/form-data`: `file`, and `options` as JSON text, with the options of a scrape.',
        }),
        'x-failures': {
          400: optionFailures,
          408: { timeout: 'The file took longer than `timeout`' },
          500: { scraping_failed: 'The file cannot be read', extraction_failed: 'No data could be extracted' },
          ...unsupported,
        },
      },
    },
  )
}
