import { definePlugin, httpUrl, type Kit, type Static, t } from 'weirjs'
import { createOpenAiModel } from './openai/model.ts'
import { languageModels } from './service.ts'

const ModelsConfig = t.Object({
  url: t.Optional(
    httpUrl({
      env: 'WEIR_LLM_URL',
      description: 'Base of a server with the OpenAI chat-completions protocol; it ends in /v1',
    }),
  ),
  apiKey: t.Optional(
    t.String({
      env: 'WEIR_LLM_API_KEY',
      pattern: '^[\\x21-\\x7e]+\\s*$',
      secret: true,
      description: 'Key for that server',
    }),
  ),
  model: t.Optional(t.String({ env: 'WEIR_LLM_MODEL', minLength: 1, description: 'Name of the model there' })),
})

/** The model that the settings name, if they do. */
function createModel({ config, operatorFetch, clock, log }: Kit<Static<typeof ModelsConfig>>) {
  const { url, apiKey, model } = config
  if (url === undefined && model === undefined) return undefined
  if (url === undefined || model === undefined)
    throw new Error(`${url === undefined ? 'WEIR_LLM_URL' : 'WEIR_LLM_MODEL'} must be set too, for a language model`)
  return createOpenAiModel({ url, apiKey, model }, { fetch: operatorFetch(url), clock, log })
}

/** Language models, for the plugins that ask them. */
export default definePlugin({
  name: 'models',
  api: 1,
  tag: { name: 'Models', description: 'Language models.' },
  permissions: [],
  config: ModelsConfig,
  provides: [
    languageModels.by(
      { name: 'openai', health: ({ model }) => ({ ready: true, detail: `the model ${model}` }) },
      createModel,
    ),
  ],
})
