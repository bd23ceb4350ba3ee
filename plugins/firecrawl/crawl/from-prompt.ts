import { type Account, ApiError, type ChargeOptions, type Kit, toMillicredits } from 'weirjs'
import type { FirecrawlConfig } from '../config.ts'
import type { Warnings } from '../page/warnings.ts'
import type { FirecrawlState } from '../routes/route.ts'
import type { CrawlRequest } from '../schema/site-fields.ts'

/** The options of a crawl that a prompt can set. */
const schema = {
  type: 'object',
  properties: {
    includePaths: {
      type: 'array',
      items: { type: 'string' },
      description: 'Regular expressions of the paths to follow, such as ^/docs/',
    },
    excludePaths: {
      type: 'array',
      items: { type: 'string' },
      description: 'Regular expressions of paths to leave out',
    },
    maxDiscoveryDepth: { type: 'integer', minimum: 1, maximum: 10, description: 'Links away from the start at most' },
    crawlEntireDomain: { type: 'boolean', description: 'Also pages that are not below the path of the start' },
    allowExternalLinks: { type: 'boolean', description: 'Also pages of other sites' },
    allowSubdomains: { type: 'boolean' },
    sitemap: { type: 'string', enum: ['include', 'skip', 'only'] },
    limit: { type: 'integer', minimum: 1, description: 'The most pages, if the prompt names a number' },
  },
}

interface Prompted extends ChargeOptions {
  kit: Pick<Kit<FirecrawlConfig>, 'credits' | 'config'>
  state: Pick<FirecrawlState, 'extraction'>
  account: Account
  signal: AbortSignal
  warnings: Warnings
  /** Whether the request is only about the prompt, and must be refused without a language model. */
  isDemanded?: boolean
}

/** Derives options of a crawl from its prompt, with a language model. */
export async function readPrompt(
  body: Pick<CrawlRequest, 'url' | 'prompt'>,
  { kit, state: { extraction }, account, signal, idempotency, warnings, isDemanded }: Prompted,
): Promise<Partial<CrawlRequest>> {
  if (!body.prompt) return {}
  if (!(await extraction.hasModel())) {
    if (isDemanded)
      throw new ApiError('not_configured', 'A crawl from a prompt needs a language model: set WEIR_LLM_URL', {
        setting: 'WEIR_LLM_URL',
      })
    warnings.ignore('prompt', 'this server has no language model')
    return {}
  }
  const page = { url: body.url, markdown: `The crawl begins at ${body.url}`, structured: {}, json: {} }
  const prompt = `Say how a crawl should be set up, and leave out what this does not speak of: ${body.prompt}`
  const task = { schema: extraction.readSchema(schema), prompt }
  const { data } = await extraction.fill([page], task, { account, signal, priority: 'high' })
  const price = toMillicredits(kit.config.prices.prompt)
  await kit.credits.charge(account.id, price, { endpoint: 'crawl' }, { idempotency })
  const said = Object.entries(data as Record<string, unknown>).filter(([, value]) => value !== null)
  return Object.fromEntries(said)
}
