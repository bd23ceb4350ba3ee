import type { Ready } from '../../contracts/engine.ts'
import { nullable, t } from '../../schema.ts'

/** Whether an engine or a provider can work, and otherwise why not and what to do, as the API shows it. */
export const readiness = {
  ready: t.Boolean({ description: 'Whether it can work on this server now' }),
  configured: t.Boolean({ description: 'false if a required setting was never given, which is not an error' }),
  detail: nullable(t.String()),
  reason: nullable(t.String(), { description: 'Why it cannot work' }),
  remedy: nullable(t.String(), { description: 'How to fix it' }),
}

export const showReadiness = (state: Ready) => ({
  ready: state.ready,
  configured: state.ready || state.configured !== false,
  detail: state.ready ? (state.detail ?? null) : null,
  reason: state.ready ? null : state.reason,
  remedy: state.ready ? null : state.remedy,
})

/** The state of one provider, of a service that may have several. */
export const ProviderState = t.Object(
  {
    service: t.String({ description: 'The service that it provides', examples: ['search.providers'] }),
    name: t.String(),
    plugin: t.String({ description: 'The plugin that it belongs to' }),
    ...readiness,
  },
  { title: 'ProviderState' },
)
