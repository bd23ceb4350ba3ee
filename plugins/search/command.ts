import { CommandError, type PluginCommand, readArgs } from 'weirjs'

interface Result {
  title: string
  link: string
  snippet: string
}

/** The command `weir search QUERY`. */
export const searchCommand: PluginCommand = {
  name: 'search',
  usage: 'search QUERY',
  summary: 'Finds pages, with the SearXNG of this server or among the pages that the administrator has scraped',
  details: `  --limit N          results at most, 1 to 20 (10)
  --provider NAME    searxng, brave, local …
  --json             the answer as JSON`,
  async run(args, { say, note, request }) {
    const { positionals, values } = readArgs(args, {
      limit: { type: 'string' },
      provider: { type: 'string' },
      json: { type: 'boolean' },
    })
    const query = positionals.join(' ')
    if (query === '') throw new CommandError('Usage: weir search QUERY', 2)
    const { limit, provider, json } = values
    if (limit !== undefined && !/^\d+$/.test(limit)) throw new CommandError('--limit must be a whole number', 2)
    const body = { query, provider, limit: limit === undefined ? undefined : Number(limit) }
    const { data, warnings = [] } = (await request('POST', '/v1/search', body)) as {
      data: { results: Result[]; metadata: { provider: string } }
      warnings?: string[]
    }
    for (const warning of warnings) note(warning)
    if (json) return say(JSON.stringify(data, null, 2))
    for (const { title, link, snippet } of data.results) say(`${title}\n  ${link}${snippet && `\n  ${snippet}`}\n`)
    if (data.results.length === 0)
      note(
        data.metadata.provider === 'local'
          ? 'Nothing was found among the pages that the server has scraped for the administrator'
          : 'Nothing was found',
      )
  },
}
