import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { adviseOnUrl, CommandError, type PluginCommand, parseHttpUrl, readArgs, showUrl } from 'weirjs'
import type { Explanation } from './explain.ts'

const USAGE = 'explain URL|FILE|- [--url URL] [--beside URL|FILE]… [--llm] [--engine E] [--json]'
/** The URL of a page without one; it says little about the page. */
const NOWHERE = 'http://localhost/'
/** The most characters of a block that are printed. */
const MAX_SHOWN = 90
const RULE_WIDTH = 32

/** Explains for each block of a page which rule made it main content, or not. */
export const explain: PluginCommand = {
  name: 'explain',
  usage: USAGE,
  summary: 'Explains why each block of a page is main content, or is not',
  details: `URL|FILE|-  a page that Weir fetches, an HTML file, or standard input
--url       the URL of the file or standard input, which helps to recognize the type of the page
--beside    another page of the same site, at least three: texts that repeat count as in a crawl
--llm       also show what llmOptimization drops
--engine    the engine that fetches the page, such as lightweight or browser_a
--json      the same as JSON, with the whole text of each block
A line shows + for kept and - for dropped, the chance if the model was used, the rule that decided, the element and the
text. The exit code is 1 if the page cannot be fetched.`,
  async run(args, { say, request }) {
    const { values, positionals } = readArgs(args, {
      url: { type: 'string' },
      beside: { type: 'string', multiple: true, default: [] },
      llm: { type: 'boolean', default: false },
      engine: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    const [from] = positionals
    if (from === undefined || positionals.length > 1) throw new CommandError(`Give one page: weir ${USAGE}`, 2)
    for (const address of [...[from, ...values.beside].filter(isAddress), values.url])
      if (address !== undefined && 'problem' in parseHttpUrl(address))
        throw new CommandError(`${showUrl(address)}: the address must ${adviseOnUrl(address)}`, 2)
    const get = async (page: string) =>
      isAddress(page) ? await scrape(page, values.engine, request) : { html: await read(page), url: NOWHERE }
    const page = await get(from)
    const beside: string[] = []
    for (const other of values.beside) beside.push((await get(other)).html)
    const { explainPage } = await loadReading()
    const explanation = explainPage(page.html, new URL(values.url ?? page.url), { llm: values.llm, beside })
    if (values.json) say(JSON.stringify(explanation, null, 2))
    else for (const line of linesOf(explanation)) say(line)
  },
}

/** Loads the code that reads pages. By its URL, so that it is not in the bundle that every start reads. */
const loadReading = (): Promise<typeof import('./explain.ts')> => import(new URL('./explain.ts', import.meta.url).href)

const isAddress = (page: string) => /^https?:/i.test(page)

type Request = Parameters<PluginCommand['run']>[1]['request']

/** Fetches a page through the server. */
async function scrape(url: string, engine: string | undefined, request: Request) {
  const body = { url, formats: ['rawHtml'], ...(engine !== undefined && { engine }) }
  const { data } = (await request('POST', '/v1/scrape', body)) as {
    data: { content?: string; rawHtml?: string; metadata: { url?: string | null; sourceURL?: string } }
  }
  const html = data.content ?? data.rawHtml
  if (html === undefined) throw new CommandError(`${url}: it is not an HTML page, and only those have main content`)
  return { html, url: data.metadata.url ?? url }
}

async function read(file: string): Promise<string> {
  if (file === '-') return await text(process.stdin)
  try {
    const { decode } = await import('../encoding/decode.ts')
    return decode(await readFile(file), null).text
  } catch (error) {
    throw new CommandError(`${file}: it cannot be read (${(error as Error).message}); give a file or an http address`)
  }
}

function linesOf({ url, by, contentSource, pageType, threshold, headline, blocks }: Explanation): string[] {
  const shown = blocks.filter(({ isShown }) => isShown).length
  const how = by === 'model' ? `the model: page type ${pageType}, taken from ${threshold!.toFixed(2)}` : 'its landmarks'
  return [
    `${url}: ${shown} of ${blocks.length} blocks are ${contentSource === 'main' ? 'main content' : 'shown, the whole page'}, by ${how}`,
    ...(headline === null ? [] : [`Headline: ${headline}`]),
    ...blocks.map(({ isShown, chance, rule, element, text }) => {
      const cut = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
      return `${isShown ? '+' : '-'} ${chance === null ? '    ' : chance.toFixed(2)}  ${rule.padEnd(RULE_WIDTH)}  ${element}  ${cut}`
    }),
  ]
}
