import { type AccessRules, ApiError, type Kit, oneOf, type PluginApp, t } from 'weirjs'
import type { McpConfig } from '../config.ts'
import type { Handler } from './handler.ts'
import { MAX_BODY } from './message.ts'

/** The path of the metadata for clients that log in: RFC 9728 inserts it before the path of the resource. */
export const METADATA = '/.well-known/oauth-protected-resource/mcp'

/** The identifier of what tokens are issued for. */
const resourceOf = (origin: string) => `${origin}/mcp/oauth`

const Query = t.Object({
  tools: t.Optional(
    oneOf(['all', 'chatgpt'], {
      description:
        '`all`: also screenshot and actions; `chatgpt`: only search and fetch, in the form that ChatGPT requires',
    }),
  ),
})

/** Hidden from the API's document, which cannot describe this protocol. */
const detail = { hide: true }

/** `/mcp` for keys and, if enabled, `/mcp/oauth` for clients that log in. */
export function mcpRoutes(app: PluginApp, { config, origin }: Kit<McpConfig>, { answer }: Handler) {
  /** GET and DELETE are for sessions, which this server does not have. */
  const refuse = () => {
    throw new ApiError('method_not_allowed', 'This accepts only POST', { allowed: ['POST'] })
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
  if (config.oauth) add('/oauth', { oidc: { resource: () => resourceOf(origin()) }, challenge })
  return app
}

/** The metadata of RFC 9728: which server issues tokens for `/mcp/oauth`. */
export const metadataRoutes = (app: PluginApp, { config, origin }: Kit<McpConfig>) =>
  config.oauth
    ? app.get(
        '/oauth',
        () =>
          Response.json({
            resource: resourceOf(origin()),
            authorization_servers: [config.issuer],
            scopes_supported: ['openid', 'email'],
            bearer_methods_supported: ['header'],
            resource_name: 'Weir',
          }),
        { access: 'anyone', detail: { ...detail } },
      )
    : app
