import { type EngineContext, type Kit, type Millicredits, toMillicredits, valueOf } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import type { Converted } from '../../content/service.ts'
import type { ScrapeConfig } from '../config.ts'
import type { PageOptions } from '../options/page-options.ts'
import { extractor } from '../service.ts'

/** Tokens above which an extraction counts as long. Source: decisions 3.3. */
const LONG_EXTRACTION = 4000

/** What a model made of a page. */
export interface MadeByModel {
  made: { extracted?: unknown; summary?: string }
  warnings: string[]
  millicredits: Millicredits
}

/** The parts of an answer that a model makes: the extraction, and the format `summary`. */
export interface ModelFormats {
  /** The maximum price of these. */
  estimate(options: PageOptions): Millicredits
  /** Adds the formats that they are made from. The caller may see parts that the model may not. */
  withInputs(content: ContentOptions, options: PageOptions): ContentOptions
  /** Undefined if nothing of this was requested, or no plugin makes it. */
  make(options: PageOptions, url: URL, converted: Converted, context: EngineContext): Promise<MadeByModel | undefined>
}

export function createModelFormats({ config, find }: Pick<Kit<ScrapeConfig>, 'config' | 'find'>): ModelFormats {
  const { prices } = config

  /** The service that writes the summary, if a model does. */
  const summariserOf = ({ formats }: PageOptions) => {
    const service = formats.includes('summary') ? find(extractor) : undefined
    return service?.canSummarise() ? service : undefined
  }

  /** The price of a model's work. Source: decisions 3.3. */
  const priceOf = (work: { tokens: number } | undefined): Millicredits => {
    if (!work) return 0
    return toMillicredits(work.tokens > LONG_EXTRACTION ? prices.extractLong : prices.extract)
  }

  return {
    estimate: (options) =>
      toMillicredits(prices.extractLong) * ((options.extract ? 1 : 0) + (summariserOf(options) ? 1 : 0)),

    withInputs(content, options) {
      const { extract } = options
      const filled = (extract && find(extractor)?.formats(extract)) ?? []
      const modelFormats = new Set(summariserOf(options) ? [...filled, 'markdown' as const] : filled)
      return modelFormats.size === 0
        ? content
        : { ...content, modelFormats, formats: content.formats.union(modelFormats) }
    },

    async make(options, url, converted, context) {
      const filler = options.extract && find(extractor)
      const summariser = summariserOf(options)
      if (!filler && !summariser) return undefined
      const { markdown = '', structured, json, html, ...read } = { ...converted, ...converted.forModel } as Converted
      const metadata = { ...read.metadata, parserName: read.parserName }
      const page = { url, markdown, structured: valueOf(structured), json: valueOf(json), html, metadata }
      const [filled, summarised] = await Promise.all([
        options.extract && filler?.extract(page, options.extract, context),
        markdown.trim() === '' ? undefined : summariser?.summarise(page, context),
      ])
      return {
        made: {
          ...(filled && { extracted: filled.extracted }),
          // Without a summary from the model, the one of the first sentences remains.
          ...(summarised?.summary.trim() && { summary: summarised.summary }),
        },
        warnings: [...(filled?.warnings ?? []), ...(summarised?.warnings ?? [])],
        millicredits: priceOf(filled) + priceOf(summarised),
      }
    },
  }
}
