import { definePlugin, type Kit } from 'weirjs'
import { mcpCommand } from './command.ts'
import { McpConfig } from './config.ts'
import { createHandler } from './http/handler.ts'
import { METADATA, mcpRoutes, metadataRoutes } from './http/routes.ts'

/** Weir's tools for agents, through the Model Context Protocol. */
export default definePlugin({
  name: 'mcp',
  api: 1,
  tag: { name: 'MCP', description: 'Weir’s tools for agents, over the Model Context Protocol.', order: 110 },
  permissions: [],
  config: McpConfig,

  setup(kit: Kit<McpConfig>) {
    const { oauth, issuer } = kit.config
    if (oauth && issuer === undefined) throw new Error('WEIR_MCP_OAUTH needs WEIR_OIDC_ISSUER: where clients sign in')
    return createHandler(kit)
  },
  close: (_, handler) => handler.close(),

  mounts: [
    { path: '/mcp', routes: mcpRoutes, cors: true },
    { path: METADATA, routes: metadataRoutes, cors: true },
  ],
  commands: [mcpCommand],
})
