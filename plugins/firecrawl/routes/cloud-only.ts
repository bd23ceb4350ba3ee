import { ApiError, type PluginApp, t } from 'weirjs'
import type { Api } from '../page/shape.ts'
import { unlimited } from './route.ts'

/** Features that only Firecrawl's own service has, with their paths. */
const missing: Readonly<Record<string, readonly string[]>> = {
  'An agent that finds pages by itself': ['/agent', '/agent/*'],
  'A browser that is kept open': ['/browser', '/browser/*', '/interact', '/scrape/*'],
  'Feedback to that service': ['/feedback', '/search/*'],
  'Research by itself': ['/deep-research', '/deep-research/*'],
  'A text for language models out of a site': ['/llmstxt', '/llmstxt/*'],
  'A monitor of that form (Weir’s own are at /v1/monitors)': ['/monitor', '/monitor/*'],
}
const methods = ['GET', 'POST', 'PATCH', 'DELETE']

/** Refuses these features with a message. */
export function cloudOnlyRoutes(app: PluginApp, { version }: Api) {
  for (const [what, paths] of Object.entries(missing)) {
    const refuse = (): never => {
      throw new ApiError('not_configured', `${what} is not available on this server`)
    }
    const hooks = { config: {}, access: { permission: 'any', idempotent: false }, detail: { hide: true } } as const
    for (const path of paths)
      for (const method of methods)
        if (!(version === 2 && method === 'GET' && path === '/monitor')) app.route(method, path, refuse, hooks)
  }
  // Clients list monitors when they start. None can be created here.
  if (version === 2)
    app.get('/monitor', () => ({ success: true as const, data: [] }), {
      access: unlimited,
      response: { 200: t.Object({ success: t.Literal(true), data: t.Array(t.Unknown()) }) },
      detail: { hide: true },
    })
  return app
}
