import { join } from 'node:path'
import { readPage } from '../../../plugins/search/local/read-page.ts'
import { content } from '../../plugins/content/convert.ts'
import { contentOptions } from '../../plugins/content/options.ts'
import { cpuTime } from '../figures.ts'
import { evenly } from '../pages.ts'

/** A page as it is indexed, and queries for it. */
export interface CorpusPage {
  page: NonNullable<ReturnType<typeof readPage>>
  queries: { title: string | null; headline: string | null; description: string | null }
}

interface Label {
  file: string
  url: string
  title?: string | null
}

/** Words of a description that make a query. */
const WORDS = 8

const readZst = async (file: string) => Bun.zstdDecompressSync(await Bun.file(file).bytes())

/**
 * The pages of a folder with a `labels.jsonl.zst` (`file`, `url` and the labelled `title`), converted as a scrape to
 * Markdown does; and the CPU ms of each page for its conversion, and then for reading it for the index.
 */
export async function readCorpus(folder: string, most: number) {
  const lines = new TextDecoder()
    .decode(await readZst(join(folder, 'labels.jsonl.zst')))
    .trim()
    .split('\n')
  const labels = evenly(
    lines.map((line) => JSON.parse(line) as Label),
    most,
  )
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
  const pages: CorpusPage[] = []
  const before = cpuTime()
  let reading = 0
  for (const { file, url, title } of labels) {
    const body = await readZst(join(folder, file))
    const source = { url: new URL(url || `https://${pages.length}.example/`), headers, body }
    const { markdown = '', metadata } = await content.convert(source, contentOptions())
    const visit = {
      url: source.url.href,
      statusCode: 200,
      contentType: 'text/html',
      extractedAt: '',
      processingTime: 0,
    }
    const converted = cpuTime()
    const page = readPage(
      {
        data: { content: markdown, markdown },
        metadata: { ...visit, ...metadata },
        files: [],
        shareable: true,
        millicredits: 0,
      },
      Date.now(),
    )
    reading += cpuTime() - converted
    if (!page) continue
    const description = metadata?.description?.split(/\s+/).slice(0, WORDS).join(' ') || null
    pages.push({ page, queries: { title: title || null, headline: metadata?.headline ?? null, description } })
  }
  return {
    pages,
    cpu: (cpuTime() - before - reading) / labels.length,
    reading: reading / labels.length,
  }
}
