import { type Static, t } from 'weirjs'

/** The settings of this plugin. */
export const McpConfig = t.Object({
  oauth: t.Boolean({
    default: false,
    env: 'WEIR_MCP_OAUTH',
    description: 'Whether /mcp/oauth accepts clients that sign in with the identity provider of WEIR_OIDC_ISSUER',
  }),
  issuer: t.Optional(t.String({ env: 'WEIR_OIDC_ISSUER', description: 'Issuer with which clients sign in' })),
  corsOrigins: t.Array(t.String(), {
    env: 'WEIR_CORS_ORIGINS',
    default: [],
    description: 'Origins whose pages may call it',
  }),
  key: t.Optional(
    t.String({ env: 'WEIR_MCP_KEY', description: 'The key that `weir mcp --url` sends to a remote server' }),
  ),
})
export type McpConfig = Static<typeof McpConfig>
