import {
  ApiError,
  defineJob,
  type EngineContext,
  isApiError,
  type Kit,
  PageTime,
  type Static,
  type Tx,
  t,
  type Work,
} from 'weirjs'
import type { WriteObserved } from '../../scrape/service.ts'
import { billFor } from '../billing.ts'
import type { ExtractConfig } from '../config.ts'
import { discover } from '../domain/discover.ts'
import { getPage } from '../pages/get-page.ts'
import { PageInput } from '../pages/input.ts'
import type { ExtractionPage, TogetherResult } from '../service.ts'
import type { ExtractState } from '../state.ts'

const Input = t.Composite([
  PageInput,
  t.Object({
    systemPrompt: t.Optional(t.String()),
    urls: t.Array(t.String()),
    sites: t.Array(t.String()),
    maxPages: t.Integer(),
  }),
])
export type TogetherInput = Static<typeof Input>
type TogetherWork = Work<TogetherInput, null>

/** Pages of one extraction that are fetched concurrently. */
const AT_ONCE = 4

interface Got {
  page: ExtractionPage
  also: WriteObserved | undefined
}

/**
 * One object that is filled from several pages together: a job with one item, as its parts have no results of their
 * own.
 */
export const togetherJob = defineJob({
  name: 'extract.together',
  type: 'extract',
  input: Input,
  item: t.Null(),
  seed: ({ urls, sites }) => [{ key: 'all', value: null, url: urls[0] ?? sites[0] }],
  async run(work: TogetherWork, kit: Kit<ExtractConfig>, state: ExtractState) {
    const { input } = work
    const url = new URL((input.urls[0] ?? input.sites[0]) as string)
    using time = new PageTime({ url, timeout: input.timeout, work: 'extraction' }, work.signal)
    const { filled, got, failures } = await time
      .wait(fillAll(work, time.signal, kit, state))
      .catch((error: unknown) => {
        throw isApiError(error) ? error.with({ failsJob: true }) : error
      })
    const { millicredits } = billFor(filled.data, filled.thinking)
    const { data, model, missing, warnings } = filled
    const result: TogetherResult = {
      data,
      sources: got.map(({ page }) => page.url),
      model,
      missing,
      failures,
      warnings,
    }
    return {
      result,
      millicredits,
      pages: got.length,
      async also(tx: Tx) {
        for (const { also } of got) await also?.(tx)
      },
    }
  },
})

async function fillAll(work: TogetherWork, signal: AbortSignal, kit: Kit<ExtractConfig>, state: ExtractState) {
  const { input } = work
  const context = { ...work, signal }
  const { urls, failures } = await findPages(work, context, kit, state)
  const got = new Array<Got | undefined>(urls.length)
  let next = 0
  const getNext = async () => {
    while (next < urls.length) {
      const at = next++
      const url = urls[at] as URL
      got[at] = await getOne(url, work, context, state).catch((error: unknown) => {
        signal.throwIfAborted()
        failures.push(failureOf(url.href, error))
        return undefined
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, getNext))
  const had = got.filter((one) => one !== undefined)
  if (had.length === 0) {
    const [{ url, code, message } = { url: '', code: 'extraction_failed', message: 'No pages were found' }] = failures
    throw new ApiError('extraction_failed', `None of the pages could be fetched: ${message}`, { url, reason: code })
  }
  work.report('Extracting')
  const { schema, prompt, systemPrompt, model, temperature } = input
  const task = { schema: state.extraction.readSchema(schema), prompt, systemPrompt, model, temperature }
  const filled = await state.extraction.fill(
    had.map(({ page }) => page),
    task,
    context,
  )
  return { filled, got: had, failures }
}

/** The named pages, and the most relevant ones of the sites. */
async function findPages(
  { input, report }: TogetherWork,
  context: EngineContext,
  kit: Kit<ExtractConfig>,
  { scraper }: ExtractState,
) {
  const urls = new Map(input.urls.map((href) => [href, new URL(href)]))
  const failures: TogetherResult['failures'] = []
  for (const domain of input.sites) {
    report('Looking for pages', domain)
    try {
      for (const url of await discover({ ...input, domain }, context, kit, scraper)) urls.set(url.href, url)
    } catch (error) {
      context.signal.throwIfAborted()
      failures.push(failureOf(domain, error))
    }
  }
  return { urls: [...urls.values()], failures }
}

async function getOne(url: URL, work: TogetherWork, context: EngineContext, { scraper }: ExtractState): Promise<Got> {
  work.report('Reading', url.href)
  const { page, scraped } = await getPage(url, work.input, context, scraper)
  return { page, also: await scraper.observe({ account: work.account, url, page: scraped, jobId: work.jobId }) }
}

function failureOf(url: string, error: unknown): TogetherResult['failures'][number] {
  if (!isApiError(error)) throw error
  return { url, code: error.code, message: error.message }
}
