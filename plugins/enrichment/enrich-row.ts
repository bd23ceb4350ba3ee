import { ApiError, deadline, isApiError, type Work } from 'weirjs'
import { describeAddress, mayBeCompany, readAddress } from './discovery/index.ts'
import { answerFields } from './fields/answer-fields.ts'
import { profileOf, type SiteContext } from './profile/index.ts'
import { type EnrichmentInput, type EnrichmentItem, makeRow, type Row, type RowFacts, RowFailure } from './row.ts'
import type { DomainFindings, EnrichmentState } from './state.ts'

export type RowWork = Work<EnrichmentInput, EnrichmentItem>

/** The shares of a row's time for the pages of a site, and for a model's answers about the company. */
const SITE_SHARE = 1 / 2
const PROFILE_SHARE = 1 / 4
/** The longest time for the pages of a site, in milliseconds. */
const SITE_TIME = 30_000

/** Processes a row: facts about the address, the company's site, and the fields. Throws RowFailure. */
export async function enrichRow(work: RowWork, millicredits: number, state: EnrichmentState): Promise<Row> {
  const { input, item } = work
  const { fields, options } = input
  const started = performance.now()
  const address = readAddress(item.email)
  if (!address)
    return makeRow(item.email, fields, { domain: null }, { status: 'skipped', error: 'This is not an e-mail address' })
  const { domain } = address
  const known: RowFacts = {
    domain,
    ...(options.includeDiscovery && { discovery: null }),
    ...(options.includeProfile && { company: null }),
  }
  using time = deadline(work.signal, options.timeout)
  const context: SiteContext = { ...work, signal: time.signal }
  try {
    const found = await findDomain(work, domain, context, state)
    if (options.includeDiscovery && found.mailServers) known.discovery = describeAddress(address, found.mailServers)
    if (options.includeProfile) known.company = found.company
    const ports = { schema: state.schemaFor(fields), extraction: state.extraction() }
    const answers = await answerFields(item, found.pages, ports, context)
    return makeRow(item.email, fields, known, { status: 'success', answers, millicredits, time: since(started) })
  } catch (error) {
    if (work.signal.aborted) throw error
    const failure = time.isLate ? tooLate(options.timeout) : error
    throw isApiError(failure) ? new RowFailure(failure, known, since(started)) : failure
  }
}

const since = (started: number) => performance.now() - started

const tooLate = (timeout: number) =>
  new ApiError('timeout', `The row took longer than ${timeout} ms; a higher timeout may help`, { timeout })

/** The findings about a domain. The first of its rows collects them. */
async function findDomain(
  { jobId, input: { options }, once }: RowWork,
  domain: string,
  context: SiteContext,
  state: EnrichmentState,
): Promise<DomainFindings> {
  const key = `${jobId} ${domain}`
  const known = state.domains.get(key)
  if (known) return known
  const found = await once(`domain ${domain}`, async () => {
    const [mailServers, profile] = await Promise.all([
      options.includeDiscovery ? state.findMailServers(domain, context.signal) : null,
      mayBeCompany(domain) ? findCompany(domain, options, context, state) : { company: null, pages: [] },
    ])
    return { mailServers, ...profile }
  })
  state.domains.set(key, found)
  return found
}

const findCompany = (
  domain: string,
  { timeout, includeProfile }: EnrichmentInput['options'],
  context: SiteContext,
  state: EnrichmentState,
) =>
  profileOf(
    domain,
    {
      pages: Math.min(SITE_TIME, timeout * SITE_SHARE),
      model: includeProfile ? timeout * PROFILE_SHARE : 0,
    },
    { site: state.site, extraction: state.extraction() },
    context,
  )
