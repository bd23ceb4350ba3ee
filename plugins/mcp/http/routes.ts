import { type AccessRules, ApiError, type Kit, oneOf, type PluginApp, t } from 'weirjs'
import type { McpConfig } from '../config.ts'
import type { Handler } from './handler.ts'
import { MAX_BODY } from './message.ts'

/** Where clients find out how to sign in: RFC 9728 puts it before the path that it describes. */
export const METADATA = '/.well-known/oauth-protected-resource/mcp'

const Query = t.Object({
  tools: t.Optional(
    oneOf(['all', 'chatgpt'], {
      description:
        '`all`: with screenshot and actions; `chatgpt`: search and fetch alone, in the form that it asks for',
    }),
  ),
})

/** The protocol describes itself; OpenAPI could not express it. */
const detail = { hide: true }

/** `/mcp` for keys, and `/mcp/oauth` for clients that sign in, if enabled. */
export function mcpRoutes(app: PluginApp, { config, origin }: Kit<McpConfig>, { answer }: Handler) {
  /** GET and DELETE are for sessions, which do not exist here. */
  const refuse = () => {
    throw new ApiError('method_not_allowed', 'This takes POST alone', { allowed: ['POST'] })
  }
  const add = (path: string, more: AccessRules) => {
    const access = { permission: 'any', limit: false, ...more } as const
    const refused = { access: { ...access, headers: { allow: 'POST' } }, detail: { ...detail } }
    app
      .post(
        path,
        ({ request, rawBody, caller, query }) =>
          answer({ request, body: rawBody, caller, tools: query.tools ?? 'usual' }),
        { access: { ...access, rawBody: { max: MAX_BODY } }, query: Query, detail: { ...detail } },
      )
      .get(path, refuse, refused)
      .delete(path, refuse, refused)
  }
  add('/', {})
  const challenge = () => `Bearer resource_metadata="${origin()}${METADATA}/oauth"`
  if (config.oauth) add('/oauth', { oidc: true, challenge })
  return app
}

/** The metadata of RFC 9728: where tokens for `/mcp/oauth` come from. */
export const metadataRoutes = (app: PluginApp, { config, origin }: Kit<McpConfig>) =>
  config.oauth
    ? app.get(
        '/oauth',
        () =>
          Response.json({
            resource: `${origin()}/mcp/oauth`,
            authorization_servers: [config.issuer],
            scopes_supported: ['openid', 'email'],
            bearer_methods_supported: ['header'],
            resource_name: 'Weir',
          }),
        { access: 'anyone', detail: { ...detail } },
      )
    : app
