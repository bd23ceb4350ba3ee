import { defineJob, isApiError, PageTime, type Static, t, type Work } from 'weirjs'
import { billFor } from '../billing.ts'
import { combine, type PageData } from '../pages/combine.ts'
import { failingJob } from '../pages/failing-job.ts'
import { type ExtractState, type FilledPage, fillPage } from '../pages/fill-page.ts'
import { PageInput } from '../pages/input.ts'
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

/** One extraction: a job of one item, so that it is durable, and seen where jobs are. */
export const extractJob = defineJob({
  name: 'extract.page',
  type: 'extract',
  input: Input,
  item: Item,
  seed: ({ url }) => [{ key: url, value: { url }, url }],
  async run(work: ExtractWork, _, state: ExtractState) {
    const { url, timeout } = work.input
    const started = performance.now()
    using time = new PageTime({ url: new URL(url), timeout }, work.signal)
    const pages = await time.wait(fillPages(work, time.signal, state)).catch(endJob)
    const { extractedData, sourceUrls } = combine(pages.map(({ url, data }): PageData => ({ url, data })))
    const bill = billFor(
      extractedData,
      pages.reduce((sum, { thinking }) => sum + thinking, 0),
    )
    const first = pages[0] as FilledPage
    const result: ExtractionResult = {
      extractedData,
      sourceUrls,
      totalPages: pages.length,
      processingTime: Math.round(performance.now() - started),
      tokenUsage: bill.tokenUsage,
      metadata: { model: first.model, missing: first.missing, billing: bill.billing },
      warnings: [...new Set(pages.flatMap(({ warnings }) => warnings))],
    }
    return {
      result,
      millicredits: bill.millicredits,
      pages: pages.length,
      async also(tx) {
        for (const { also } of pages) await also?.(tx)
      },
    }
  },
})

/** There is no other item: what fails this one fails the job. */
function endJob(error: unknown): never {
  throw isApiError(error) ? failingJob(error) : error
}

/** The page, and those of its site that belong to the extraction. */
async function fillPages(work: ExtractWork, signal: AbortSignal, state: ExtractState): Promise<FilledPage[]> {
  const { input } = work
  const context = { ...work, signal }
  const fill = (url: URL) => {
    work.report('Extracting', url.href)
    return fillPage(url, input, context, state, input.maxPages > 1)
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
