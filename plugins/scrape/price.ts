import { type Millicredits, type Static, t } from 'weirjs'
import type { PageOptions } from './options/page-options.ts'

const credits = (value: number, description: string) => t.Number({ default: value, minimum: 0, description })

/** Credits of a page; they add up. Source: spec section 8.3, decisions 3.3. */
export const Prices = t.Object(
  {
    basic: credits(1, 'Any page'),
    javascript: credits(1, 'Scripts or a browser engine; charged once'),
    screenshot: credits(1, 'A screenshot of any size'),
    pdf: credits(1, 'A PDF of the page'),
    structured: credits(1, 'The format `structured`'),
    extract: credits(2, 'AI extraction'),
    extractLong: credits(3, 'AI extraction of more than 4000 tokens; this amount is held'),
    stealthEngine: credits(4, 'The engine `stealth`'),
    stealth: credits(5, 'Stealth that escalates; charged instead of the engine'),
    proxy: credits(2, 'Use of the proxy pool'),
  },
  { default: {} },
)
export type Prices = Static<typeof Prices>

/** The files that a browser makes of a page. */
export type Picture = 'screenshot' | 'pdf'

/**
 * The price of a page with these options, without the extraction: by what was requested, not by what an engine
 * needed. `lacking`: the pictures that were requested but could not be made.
 */
export function pagePrice(
  { request, formats, asked }: PageOptions,
  prices: Prices,
  lacking: readonly Picture[] = [],
): Millicredits {
  const parts = [
    prices.basic,
    request.javascript || asked.browserEngine ? prices.javascript : 0,
    request.screenshot && !lacking.includes('screenshot') ? prices.screenshot : 0,
    request.pdf && !lacking.includes('pdf') ? prices.pdf : 0,
    formats.includes('structured') ? prices.structured : 0,
    request.stealth ? prices.stealth : asked.stealthEngine ? prices.stealthEngine : 0,
    asked.proxy ? prices.proxy : 0,
  ]
  return Math.round(parts.reduce((sum, part) => sum + part, 0) * 1000)
}
