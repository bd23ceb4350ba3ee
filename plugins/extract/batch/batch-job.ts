import { type ApiError, defineJob, isApiError, PageTime, type Static, t, toCredits, type Work } from 'weirjs'
import { billFor } from '../billing.ts'
import { fillPage } from '../pages/fill-page.ts'
import { PageInput } from '../pages/input.ts'
import type { ExtractState } from '../state.ts'
import type { BatchResult } from './schema.ts'

const Input = t.Composite([
  PageInput,
  t.Object({
    urls: t.Array(t.String()),
    concurrency: t.Integer(),
    continueOnError: t.Boolean(),
    includeFailures: t.Boolean(),
  }),
])
const Item = t.Object({ url: t.String() })
export type BatchInput = Static<typeof Input>
type BatchWork = Work<BatchInput, Static<typeof Item>>

/** Extractions from many pages, each on its own. Source: spec section 2.9, decisions 8.4. */
export const batchJob = defineJob({
  name: 'extract.batch',
  type: 'extract',
  input: Input,
  item: Item,
  // A URL listed twice is extracted from twice, so its position is the key.
  seed: ({ urls }) => urls.map((url, i) => ({ key: String(i), value: { url }, url })),
  parallel: ({ concurrency }) => concurrency,
  async run(work: BatchWork, _, state: ExtractState) {
    const { input, item } = work
    const url = new URL(item.url)
    work.report('Extracting', item.url)
    using time = new PageTime({ url, timeout: input.timeout, work: 'extraction' }, work.signal)
    const page = await time
      .wait(fillPage(url, input, { ...work, signal: time.signal }, state))
      .catch((error: unknown) => {
        // The results so far are kept. Source: decisions 8.4.
        throw isApiError(error) && !input.continueOnError ? error.with({ stopsJob: true }) : error
      })
    const { millicredits, tokenUsage } = billFor(page.data, page.thinking)
    const result: BatchResult = {
      url: item.url,
      success: true,
      extractedData: page.data,
      creditsUsed: toCredits(millicredits),
      model: page.model,
      missing: page.missing,
      ...(input.evidence && { evidence: page.evidence }),
      tokenUsage,
      ...(page.warnings.length > 0 && { warnings: page.warnings }),
    }
    return { result, millicredits, pages: 1, also: page.also }
  },
  async failed({ code, message, details }: ApiError, { input, item: { url } }): Promise<BatchResult | undefined> {
    if (!input.includeFailures) return undefined
    return { url, success: false, extractedData: null, creditsUsed: 0, error: { code, message, details } }
  },
})
