import { definePlugin, type Kit } from 'weirjs'
import { ModelsConfig } from './config.ts'
import { modelCheck } from './openai/check.ts'
import { createOpenAiModel } from './openai/model.ts'
import { languageModels } from './service.ts'

/** The configured model, if any. */
function createModel({ config, operatorFetch, clock, log }: Kit<ModelsConfig>) {
  const { url, apiKey, model } = config
  if (url === undefined && model === undefined) return undefined
  if (url === undefined || model === undefined)
    throw new Error(`${url === undefined ? 'WEIR_LLM_URL' : 'WEIR_LLM_MODEL'} must be set too, for a language model`)
  return createOpenAiModel({ url, apiKey, model }, { fetch: operatorFetch(url), clock, log })
}

/** Language models, for the plugins that use them. */
export default definePlugin({
  name: 'models',
  api: 1,
  tag: { name: 'Models', description: 'Language models.' },
  permissions: [],
  config: ModelsConfig,
  checks: [modelCheck],
  provides: [
    languageModels.by(
      { name: 'openai', health: ({ model }) => ({ ready: true, detail: `the model ${model}` }) },
      createModel,
    ),
  ],
})
