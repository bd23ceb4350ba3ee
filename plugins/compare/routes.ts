import { ApiError, type Kit, type PluginApp, type Provider, toCredits, toMillicredits } from 'weirjs'
import { type ArchiveProvider, archiveFailures, archiveProviders, inTime, isMoment } from '../archive/service.ts'
import { content } from '../content/service.ts'
import { diffTask, type TextDifference } from '../monitors/service.ts'
import { percentOf, scraper } from '../scrape/service.ts'
import type { CompareConfig } from './config.ts'
import { type PageMoment, readArchived, readLive } from './read-moment.ts'
import { type CompareBody, CompareReply, compareBody } from './schema.ts'

/** Milliseconds for which a hold outlasts the time limit of a request. */
const HOLD_MARGIN = 60_000

/** POST /v1/archive/compare: the changes of a page between two moments. */
export function compareRoutes(app: PluginApp, kit: Kit<CompareConfig>) {
  const { config, credits, clock } = kit
  const archives = kit.all(archiveProviders)
  const contents = kit.use(content)
  const scrapes = kit.use(scraper)
  const parts = { clock, content: contents, scraper: scrapes, price: config.prices.snapshot }
  const archiveOf = (provider = 'primary_archive') =>
    archives.find(({ name }) => name === provider) as Provider<ArchiveProvider>
  const optionsOf = ({ url, onlyMainContent = true }: CompareBody) =>
    scrapes.read({
      url,
      onlyMainContent,
      formats: ['markdown'],
      maxAge: 0,
      timeout: Math.min(config.timeout, MAX_SCRAPE),
    })

  /** Checks what a schema cannot: moments that do not exist, and an archive that is not set up. */
  const check = (body: CompareBody) => {
    for (const side of ['before', 'after'] as const) {
      const asked = body[side]
      if (!asked) continue
      if (!isMoment(asked.timestamp)) {
        const parameter = `${side}.timestamp`
        throw new ApiError('invalid_request', `${parameter} must be a date that exists`, { parameter })
      }
      const { missing } = archiveOf(asked.provider).service
      if (missing) throw missing
    }
    if (!body.after) scrapes.check(optionsOf(body))
  }

  return app.post(
    '/archive/compare',
    async ({ body, caller: { account }, request, idempotency }) => {
      const { before, after } = body
      const options = optionsOf(body)
      const url = new URL(body.url)
      url.hash = ''
      const archived = toMillicredits(config.prices.snapshot)
      const most = archived + (after ? archived : scrapes.estimate(options))
      await using hold = await credits.hold(account.id, most, { expiresIn: config.timeout + HOLD_MARGIN, idempotency })

      const compare = async (signal: AbortSignal) => {
        const read = { url, options, account, signal }
        const [old, current] = await Promise.all([
          readArchived(parts, archiveOf(before.provider), before.timestamp, read),
          after ? readArchived(parts, archiveOf(after.provider), after.timestamp, read) : readLive(parts, read),
        ])
        const task = () => diffTask(old.markdown, current.markdown)
        const difference: TextDifference = JSON.parse(await contents.run(task, { account, signal }))
        return { old, current, difference }
      }
      const provider = before.provider ?? 'primary_archive'
      const limits = { provider, timeout: config.timeout, signal: request.signal }
      const { old, current, difference } = await inTime(compare, limits)
      const use = { endpoint: 'archive', pages: after ? 0 : 1 }
      await hold.capture(old.millicredits + current.millicredits, use, current.also)
      const { share, addedLines, removedLines, diff } = difference
      return {
        success: true as const,
        data: {
          url: body.url,
          before: show(old),
          after: show(current),
          changed: addedLines + removedLines > 0,
          changePercent: percentOf(share),
          addedLines,
          removedLines,
          diff: diff === '' ? null : diff,
          creditsUsed: toCredits(hold.captured),
        },
      }
    },
    {
      access: { limit: 'archive-compare', permission: 'archive', oidc: true },
      body: compareBody(archives.map(({ name }) => name)),
      response: { 200: CompareReply },
      beforeHandle: ({ body }) => check(body),
      detail: {
        operationId: 'compareSnapshots',
        'x-failures': archiveFailures,
        'x-examples': {
          'Two moments of a page': {
            url: 'https://example.com/',
            before: { timestamp: '20210316000000' },
            after: { timestamp: '20230316000000' },
          },
        },
        summary: 'Compare a page at two times',
        description:
          'Returns how a page changed between two times, the later of which may be now: the diff of its content, and the changed share. Costs 2 credits per snapshot; the current page costs the same as a scrape. Rate limits are per minute and account.',
      },
    },
  )
}

/** The longest time of a scrape, in milliseconds. Source: spec section 4.3. */
const MAX_SCRAPE = 120_000

const show = ({ provider, timestamp, url, statusCode }: PageMoment) => ({ provider, timestamp, url, statusCode })
