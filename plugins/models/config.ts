import { httpUrl, type Static, t } from 'weirjs'

/** The settings of this plugin. */
export const ModelsConfig = t.Object({
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
export type ModelsConfig = Static<typeof ModelsConfig>
