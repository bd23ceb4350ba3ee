import { defineJob, isApiError, PageTime, type Static, t, type Work } from 'weirjs'
import { billFor } from '../billing.ts'
import { type FilledPage, fillPage } from '../pages/fill-page.ts'
import { PageInput } from '../pages/input.ts'
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

/** One extraction: a job with one item, so that it is durable and listed among the jobs. */
export const extractJob = defineJob({
  name: 'extract.page',
  type: 'extract',
  input: Input,
  item: Item,
  seed: ({ url }) => [{ key: url, value: { url }, url }],
  async run(work: ExtractWork, _, state: ExtractState) {
    const { url, timeout } = work.input
    const started = performance.now()
    using time = new PageTime({ url: new URL(url), timeout, work: 'extraction' }, work.signal)
    const { pages, whole } = await time.wait(extractAll(work, time.signal, state)).catch(endJob)
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

async function extractAll(work: ExtractWork, signal: AbortSignal, state: ExtractState) {
  const pages = await fillPages(work, signal, state)
  return { pages, whole: await putTogether(pages, work.input, { ...work, signal }, state.extraction) }
}

/** The page, and those of its site that belong to the extraction. */
async function fillPages(work: ExtractWork, signal: AbortSignal, state: ExtractState): Promise<FilledPage[]> {
  const { input } = work
  const context = { ...work, signal }
  const fill = (url: URL) => {
    work.report('Extracting', url.href)
    // Evidence is looked for once all pages are there.
    return fillPage(url, { ...input, evidence: false, dropUnsupported: false }, context, state, input.maxPages > 1)
  }
  const start = new URL(input.url)
  const pages = [await fill(start)]
  const trail = createTrail(start, input)
  trail.add(pages[0] as FilledPage)
  for (let tries = 1; tries < input.maxPages; tries++) {
    const next = trail.next()
    if (!next) break
    try {
      const page = await fill(next)
      pages.push(page)
      trail.add(page)
    } catch (error) {
      if (!isApiError(error) || signal.aborted) throw error
      pages[0]?.warnings.push(`${next.href} could not be used: ${error.message}`)
    }
  }
  return pages
}
