import { defineJob, forbidsFollowing, isApiError, type Kit, PageTime, type Static, t, type Work } from 'weirjs'
import { billFor } from '../billing.ts'
import { type FilledPage, fillPage } from '../pages/fill-page.ts'
import { PageInput } from '../pages/input.ts'
import { takeTurn } from '../pages/take-turn.ts'
import type { ExtractState } from '../state.ts'
import { putTogether } from './put-together.ts'
import type { ExtractionResult } from './schema.ts'
import { createTrail } from './trail.ts'

const Input = t.Composite([
  PageInput,
  t.Object({
    url: t.String(),
    maxPages: t.Integer(),
    includePatterns: t.Optional(t.Array(t.String())),
    excludePatterns: t.Optional(t.Array(t.String())),
  }),
])
const Item = t.Object({ url: t.String() })
export type ExtractInput = Static<typeof Input>
type ExtractWork = Work<ExtractInput, Static<typeof Item>>
type Ports = Pick<Kit, 'politeness'>

/** The share of the time limit during which turns at hosts are waited for. */
const WAITING = 0.5

/** One extraction: a job with one item, so that it is durable and listed among the jobs. */
export const extractJob = defineJob({
  name: 'extract.page',
  type: 'extract',
  input: Input,
  item: Item,
  seed: ({ url }) => [{ key: url, value: { url }, url }],
  async run(work: ExtractWork, kit, state: ExtractState) {
    const { url, timeout } = work.input
    const started = performance.now()
    using time = new PageTime({ url: new URL(url), timeout, work: 'extraction' }, work.signal)
    const { pages, whole } = await time.wait(extractAll(work, time.signal, kit, state)).catch(endJob)
    const thinking = pages.reduce((sum, page) => sum + page.thinking, 0)
    const { tokenUsage, billing, millicredits } = billFor(whole.extractedData, thinking)
    const { model, url: firstUrl } = pages[0] as FilledPage
    const { extractedData, sourceUrls, missing, evidence } = whole
    const result: ExtractionResult = {
      url: firstUrl,
      extractedData,
      sourceUrls,
      totalPages: pages.length,
      processingTime: Math.round(performance.now() - started),
      tokenUsage,
      metadata: { model, missing, billing, ...(evidence && { evidence }) },
      warnings: [...new Set([...pages.flatMap(({ warnings }) => warnings), ...whole.warnings])],
    }
    return {
      result,
      millicredits,
      pages: pages.length,
      async also(tx) {
        for (const { also } of pages) await also?.(tx)
      },
    }
  },
})

/** There is no other item: a failure of this one fails the job. */
function endJob(error: unknown): never {
  throw isApiError(error) ? error.with({ failsJob: true }) : error
}

async function extractAll(work: ExtractWork, signal: AbortSignal, kit: Ports, state: ExtractState) {
  const pages = await fillPages(work, signal, kit, state)
  return { pages, whole: await putTogether(pages, work.input, { ...work, signal }, state.extraction) }
}

/** The page, and those of its site that belong to the extraction and that the site lets machines read. */
async function fillPages(
  work: ExtractWork,
  signal: AbortSignal,
  kit: Ports,
  state: ExtractState,
): Promise<FilledPage[]> {
  const { input } = work
  const context = { ...work, signal }
  const fill = (url: URL) => {
    work.report('Extracting', url.href)
    // Evidence is looked for once all pages are there.
    return fillPage(url, { ...input, evidence: false, dropUnsupported: false }, context, state, input.maxPages > 1)
  }
  const start = new URL(input.url)
  const first = await fill(start)
  const pages = [first]
  const trail = createTrail(start, input)
  const addLinks = (page: FilledPage) => {
    if (!forbidsFollowing(page.robots)) trail.add(page)
  }
  addLinks(first)
  // A site that wants long pauses must not cost the pages that are there already.
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(input.timeout * WAITING)])
  for (let tries = 1; tries < input.maxPages; ) {
    const next = trail.next()
    if (!next) break
    try {
      if (!(await takeTurn(next, kit, inTime))) {
        first.warnings.push('Pages that the robots.txt of their site disallows were not used')
        continue
      }
    } catch (error) {
      if (!inTime.aborted || signal.aborted) throw error
      first.warnings.push('Further pages were not used: their site asks for longer pauses than there was time for')
      break
    }
    tries++
    try {
      const page = await fill(next)
      pages.push(page)
      addLinks(page)
    } catch (error) {
      if (!isApiError(error) || signal.aborted) throw error
      first.warnings.push(`${next.href} could not be used: ${error.message}`)
    }
  }
  return pages
}
