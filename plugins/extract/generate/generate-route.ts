import { ApiError, deadline, isApiError, isTimeUp, type Kit, type PluginApp, toCredits, valueOf } from 'weirjs'
import { notConfigured } from 'weirjs/schemas'
import type { LanguageModel } from '../../models/service.ts'
import { billFor, HELD } from '../billing.ts'
import type { ExtractConfig } from '../config.ts'
import { getPage } from '../pages/get-page.ts'
import type { ExtractionPage } from '../service.ts'
import type { ExtractState } from '../state.ts'
import type { Design } from './design.ts'
import { designByModel } from './design-by-model.ts'
import { designFromPage } from './design-from-page.ts'
import { GenerateBody, GenerateReply } from './schema.ts'
import { tryOn } from './try-on.ts'

/** The total time limit in milliseconds, and how much longer the credits are held. */
const TIMEOUT = 60_000
const HOLD_MARGIN = 30_000

/** Source: spec section 4.9, decisions 8.5. */
export function generateRoute(app: PluginApp, kit: Kit<ExtractConfig>, { extraction, scraper }: ExtractState) {
  const { config, credits } = kit

  return app.post(
    '/extract/generate-schema',
    async ({ body, caller: { account }, request, idempotency, warnings }) => {
      const { url, description, prompt, agent } = body
      if (url === undefined && agent?.model === 'structured' && (await extraction.hasModel())) throw needsModel()
      await using hold = await credits.hold(account.id, HELD, { expiresIn: TIMEOUT + HOLD_MARGIN, idempotency })
      using time = deadline(request.signal, TIMEOUT)
      const { signal } = time
      try {
        const context = { signal, account, priority: 'high' as const }
        const input = { schema: {}, timeout: TIMEOUT }
        const page = url === undefined ? undefined : (await getPage(new URL(url), input, context, scraper)).page
        const chosen = await extraction.choose(agent?.model)
        warnings.push(...chosen.warnings)
        if (!chosen.model && page) warnings.push(...unheeded({ description, prompt }))
        const wish = { page, description, prompt }
        const design = await propose(chosen.model, wish, signal)
        const tried = page ? await tryOn(page, { schema: design.schema, model: agent?.model }, extraction, signal) : []
        const { millicredits } = billFor(design.schema, design.thinking)
        await hold.capture(millicredits, { endpoint: 'extract', pages: page ? 1 : 0 })
        const recommendations = [...design.recommendations, ...tried]
        const data = { schema: design.schema, recommendations, creditsUsed: toCredits(hold.captured) }
        return { success: true as const, data }
      } catch (error) {
        throw isTimeUp(signal) && !isApiError(error) ? tooLong() : error
      }
    },
    {
      access: { limit: 'extract' },
      body: GenerateBody,
      response: { 200: GenerateReply },
      beforeHandle({ body: { url, description } }) {
        if (url === undefined && description === undefined)
          throw new ApiError('invalid_request', 'url or description is required', { parameter: 'url' })
      },
      detail: {
        operationId: 'generateSchema',
        'x-failures': {
          500: { timeout: 'The page or the model took too long' },
          501: notConfigured,
        },
        'x-examples': { 'From a page': { url: 'https://example.com/', agent: { model: 'structured' } } },
        summary: 'Generate a schema',
        description:
          "Designs a JSON Schema for a page, a description, or both, and tests it on the page: fields that came out empty are listed in the recommendations. Without a model, the schema is built from the page's structured data and labels. Costs the same as an extraction with that output.",
      },
    },
  )

  function propose(
    model: LanguageModel | undefined,
    wish: { page: ExtractionPage | undefined; description: string | undefined; prompt: string | undefined },
    signal: AbortSignal,
  ): Design | Promise<Design> {
    if (model) return designByModel(model, wish, { chunkTokens: config.chunkTokens, signal })
    if (wish.page) return designFromPage({ ...wish.page, structured: valueOf(wish.page.structured) })
    throw new ApiError('not_configured', 'A schema from a description alone needs a language model: set WEIR_LLM_URL', {
      setting: 'WEIR_LLM_URL',
    })
  }
}

const unheeded = (wish: { description: string | undefined; prompt: string | undefined }) =>
  Object.entries(wish)
    .filter(([, words]) => words)
    .map(([name]) => `${name}: only a language model reads it, and none was used`)

/** Whether there is a model that the caller does not want. */
const needsModel = () =>
  new ApiError('invalid_request', 'agent.model "structured" designs a schema from a page: send its URL in url', {
    parameter: 'agent.model',
  })

const tooLong = () => new ApiError('timeout', `The schema was not ready after ${TIMEOUT} ms`, { timeout: TIMEOUT })
