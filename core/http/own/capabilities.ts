import type { PlanField } from '../../contracts/plan.ts'
import type { Plugin } from '../../contracts/plugin.ts'
import { definePlugin } from '../../host/define.ts'
import type { Engines } from '../../host/engines/engine-registry.ts'
import { fieldsOf } from '../../host/read-plans.ts'
import type { ProviderInfo } from '../../host/service-registry.ts'
import { runtime } from '../../runtime/index.ts'
import { nullable, reply, t } from '../../schema.ts'
import { version } from '../../version.ts'
import { ProviderState, readiness, showReadiness } from './readiness.ts'

const Engine = t.Object(
  {
    name: t.String({ examples: ['lightweight'] }),
    aliases: t.Array(t.String()),
    supports: t.Array(t.String(), { description: 'What it can do beyond fetching a page' }),
    ...readiness,
  },
  { title: 'EngineState' },
)

const Proxies = t.Object(
  {
    total: t.Integer({ description: '0: there is no pool, and `useProxy` is rejected' }),
    healthy: t.Integer({ description: 'Proxies that have not recently failed' }),
    countries: t.Array(t.String(), {
      description: 'Exit countries of the proxies, as far as known',
      examples: [['DE', 'US']],
    }),
  },
  { title: 'ProxyPool', description: 'The proxies that `useProxy` uses' },
)

/** The limits of a plan, with the fields that plugins add. */
const limitsSchema = (fields: readonly PlanField[]) =>
  t.Object(
    {
      requestsPerHour: nullable(t.Number()),
      requestsPerDay: nullable(t.Number()),
      concurrent: nullable(t.Number(), { description: 'Requests in flight' }),
      callsPerMinute: nullable(t.Number()),
      ...Object.fromEntries(fields.map(({ name, description }) => [name, nullable(t.Number(), { description })])),
    },
    { title: 'PlanLimits' },
  )

const capabilitiesSchema = (fields: readonly PlanField[]) =>
  t.Object(
    {
      version: t.String(),
      runtime: t.String({ examples: ['bun 1.4.5'] }),
      plugins: t.Array(t.Object({ name: t.String(), description: t.String() })),
      engines: t.Array(Engine),
      providers: t.Array(ProviderState, { description: 'Services that may have several providers' }),
      proxies: Proxies,
      plan: t.String(),
      limits: limitsSchema(fields),
    },
    { title: 'Capabilities' },
  )

async function describeEngines(engines: Engines) {
  return (await engines.list()).map(({ name, aliases, supports, state }) => ({
    name,
    aliases: [...aliases],
    supports: Object.entries(supports).flatMap(([capability, can]) => (can ? [capability] : [])),
    ...showReadiness(state),
  }))
}

/** The core's own route: what this server can do now. `plugins` are those that are loaded. */
export const capabilities = (plugins: readonly Plugin[], listProviders: () => Promise<ProviderInfo[]>) =>
  definePlugin({
    name: 'capabilities',
    api: 1,
    tag: { name: 'Capabilities', description: 'What this server can do.', order: 800 },
    permissions: [],
    routes: (app, { engines, accounts, proxies }) =>
      app.get(
        '/capabilities',
        async ({ caller }) => {
          const { requestsPerHour, requestsPerDay, concurrent, callsPerMinute, fields } = accounts.plan(caller.account)
          const data = {
            version,
            runtime: `${runtime.name} ${runtime.version}`,
            plugins: plugins.map(({ name, tag }) => ({ name, description: tag.description })),
            engines: await describeEngines(engines),
            providers: (await listProviders()).map(({ state, ...about }) => ({ ...about, ...showReadiness(state) })),
            proxies: proxies.state(),
            plan: caller.account.plan,
            limits: { requestsPerHour, requestsPerDay, concurrent, callsPerMinute, ...fields },
          }
          return { success: true as const, data }
        },
        {
          access: { permission: 'none' },
          response: { 200: reply(capabilitiesSchema(fieldsOf(plugins))) },
          detail: {
            operationId: 'getCapabilities',
            summary: "Get the server's capabilities",
            description:
              'Lists plugins, engines with their features and readiness, providers of services, the proxy pool, and the limits of your plan.',
          },
        },
      ),
  })
