import { type Static, t } from 'weirjs'

/** The settings of this plugin. */
export const McpConfig = t.Object({
  oauth: t.Boolean({
    default: false,
    env: 'WEIR_MCP_OAUTH',
    description: 'Whether /mcp/oauth answers clients that sign in at the identity provider of WEIR_OIDC_ISSUER',
  }),
  issuer: t.Optional(t.String({ env: 'WEIR_OIDC_ISSUER', description: 'Where they sign in' })),
  corsOrigins: t.Array(t.String(), {
    env: 'WEIR_CORS_ORIGINS',
    default: [],
    description: 'Origins whose pages may call it',
  }),
  key: t.Optional(
    t.String({ env: 'WEIR_MCP_KEY', description: 'With what `weir mcp --url` presents itself to a server elsewhere' }),
  ),
})
export type McpConfig = Static<typeof McpConfig>
