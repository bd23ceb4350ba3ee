import { CommandError, type PluginCommand, type PluginCommandContext, readArgs } from 'weirjs'
import { type ApiAnswer, type AskApi, createApi } from './api.ts'
import type { McpConfig } from './config.ts'
import type { Reach, ToolSet } from './tools/index.ts'

const USAGE = 'mcp [--tools all|chatgpt] [--url ADDRESS [--key KEY]]'

/** Access to the API of another server. */
function elsewhere(url: string, key: string | undefined): AskApi {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new CommandError('--url must be the http or https address of a Weir server', 2)
  if (key === undefined) throw new CommandError('--url needs a key: give --key, or set WEIR_MCP_KEY', 2)
  const base = url.replace(/\/+$/, '')
  return (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${key}`)
    return fetch(base + path, { ...init, headers })
  }
}

/**
 * The permissions of the key and the plugins of the server. If the server cannot be reached now, all tools are shown:
 * each call reports the reason.
 */
async function reachOf(ask: AskApi): Promise<Reach> {
  const { get } = createApi(ask, AbortSignal.timeout(10_000))
  try {
    const [{ data: key }, { data: server }] = await Promise.all([
      get<ApiAnswer<{ permissions: string[] }>>('/v1/auth/validate'),
      get<ApiAnswer<{ plugins: { name: string }[] }>>('/v1/capabilities'),
    ])
    return { permissions: key.permissions, plugins: server.plugins.map(({ name }) => name) }
  } catch {
    return {}
  }
}

/** The command `weir mcp`. */
export const mcpCommand: PluginCommand<McpConfig> = {
  name: 'mcp',
  usage: USAGE,
  summary: 'Serves the tools for agents (MCP) on standard input and output',
  details: `Calls the server that runs on this machine, as the administrator; without one it works by itself and keeps nothing.
  --url ADDRESS   calls a server elsewhere, with --key KEY or the key in WEIR_MCP_KEY
  --tools all     with screenshot and actions
  --tools chatgpt only search and fetch`,
  startsJobs: true,
  keepsNothing: true,
  async run(args, context: PluginCommandContext<McpConfig>) {
    const { values, positionals } = readArgs(args, {
      tools: { type: 'string', default: 'usual' },
      url: { type: 'string' },
      key: { type: 'string' },
    })
    const { tools, url, key = context.config.key } = values
    if (positionals.length > 0 || !['usual', 'all', 'chatgpt'].includes(tools))
      throw new CommandError(`Usage: weir ${USAGE}`, 2)
    const ask = url === undefined ? context.ask : elsewhere(url, key)
    const { serveConnection } = await import('./serve-connection.ts')
    await serveConnection({ ask, tools: tools as ToolSet, reach: () => reachOf(ask) })
  },
}
