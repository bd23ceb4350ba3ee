import type { Provider } from 'weirjs'
import type { LanguageModel } from '../../models/service.ts'

/** What fills a schema: a language model, or otherwise the page's own structured data. */
export interface Chosen {
  model: LanguageModel | undefined
  warnings: string[]
}

/** Names that are not model names. */
const OWN_NAMES = new Set(['structured', 'recipe', 'auto'])

async function readyModels(providers: readonly Provider<LanguageModel>[]): Promise<Provider<LanguageModel>[]> {
  const states = await Promise.all(providers.map((provider) => provider.health()))
  return providers.filter((_, i) => states[i]?.ready)
}

/**
 * The model that the caller named, by its own name or its provider's; else the first that is ready. An unknown name
 * does no harm: the answer names the model that was used.
 */
export async function chooseModel(
  providers: readonly Provider<LanguageModel>[],
  wanted: string | undefined,
): Promise<Chosen> {
  if (wanted === 'structured') return { model: undefined, warnings: [] }
  const ready = await readyModels(providers)
  if (wanted === undefined || OWN_NAMES.has(wanted)) return { model: ready[0]?.service, warnings: [] }
  const named = ready.find(({ name, service }) => service.model === wanted || name === wanted)
  if (named) return { model: named.service, warnings: [] }
  const first = ready[0]?.service
  const warning = `agent.model: this server has no model with that name; ${first?.model ?? 'structured'} was used`
  return { model: first, warnings: [warning] }
}
