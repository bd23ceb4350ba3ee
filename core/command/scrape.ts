import { parseHttpUrl } from '../net/http-url.ts'
import { openWeir } from '../weir.ts'
import { type Command, CommandError } from './context.ts'
import { readArgs } from './read-args.ts'

interface Scraped {
  success: boolean
  data?: { content: string }
  error?: { message: string }
}

/** Scrapes without a server: everything happens in this process, and nothing stays. */
export const scrape: Command = {
  usage: 'scrape URL [--format F] [--main] [--json]',
  summary: 'Prints a page as markdown, or in another format',
  async run(args, { config, say }) {
    const { values, positionals } = readArgs(args, {
      format: { type: 'string', default: 'markdown' },
      main: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      engine: { type: 'string' },
    })
    const [url, ...more] = positionals
    if (!url || more.length > 0) throw new CommandError(`Give one address: weir ${scrape.usage}`, 2)
    if ('problem' in parseHttpUrl(url)) throw new CommandError(`${url} is no http or https URL`, 2)
    const weir = await openWeir(config, { quiet: true, temporary: true })
    try {
      const body = JSON.stringify({
        url,
        formats: [values.format],
        onlyMainContent: values.main,
        engine: values.engine,
      })
      const headers = { authorization: `Bearer ${weir.localToken}`, 'content-type': 'application/json' }
      const answer = await weir.server.fetch(
        new Request('http://localhost/v1/scrape', { method: 'POST', headers, body }),
      )
      const { data, error } = (await answer.json()) as Scraped
      if (!data) throw new CommandError(error?.message ?? 'The page could not be scraped')
      say(values.json ? JSON.stringify(data, null, 2) : data.content)
    } finally {
      await weir.close()
    }
  },
}
