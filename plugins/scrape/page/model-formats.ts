import { type EngineContext, type Kit, type Millicredits, toMillicredits, valueOf } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import type { Converted } from '../../content/service.ts'
import type { ScrapeConfig } from '../config.ts'
import type { PageOptions } from '../options/page-options.ts'
import { extractor } from '../service.ts'

/** Tokens above which an extraction counts as long. Source: decisions 3.3. */
const LONG_EXTRACTION = 4000

/** What was made of a page's formats. */
export interface MadeByModel {
  made: { extracted?: unknown; summary?: string }
  warnings: string[]
  millicredits: Millicredits
}

/** What a model, or the plugin that asks one, makes of a page: the extraction, and the format `summary`. */
export interface ModelFormats {
  /** What that costs at the most. */
  estimate(options: PageOptions): Millicredits
  /** With the formats that it is made from; what the model may not see, the caller may. */
  withInputs(content: ContentOptions, options: PageOptions): ContentOptions
  /** Undefined where nothing of it was asked for, or nobody makes it. */
  make(options: PageOptions, url: URL, converted: Converted, context: EngineContext): Promise<MadeByModel | undefined>
}

export function createModelFormats({ config, find }: Pick<Kit<ScrapeConfig>, 'config' | 'find'>): ModelFormats {
  const { prices } = config

  /** Who writes the summary, where a model does. */
  const summariserOf = ({ formats }: PageOptions) => {
    const service = formats.includes('summary') ? find(extractor) : undefined
    return service?.canSummarise() ? service : undefined
  }

  /** What a model's work costs. Source: decisions 3.3. */
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
      const { markdown = '', structured, json, html, metadata } = { ...converted, ...converted.forModel } as Converted
      const page = { url, markdown, structured: valueOf(structured), json: valueOf(json), html, metadata }
      const [filled, summarised] = await Promise.all([
        options.extract && filler?.extract(page, options.extract, context),
        markdown.trim() === '' ? undefined : summariser?.summarise(page, context),
      ])
      return {
        made: {
          ...(filled && { extracted: filled.extracted }),
          // Of a page that the model finds nothing to say about there are the first sentences.
          ...(summarised?.summary.trim() && { summary: summarised.summary }),
        },
        warnings: [...(filled?.warnings ?? []), ...(summarised?.warnings ?? [])],
        millicredits: priceOf(filled) + priceOf(summarised),
      }
    },
  }
}
