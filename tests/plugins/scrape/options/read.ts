import { readOptions } from '../../../../plugins/scrape/options/read-options.ts'
import type { ScrapeBody } from '../../../../plugins/scrape/schema.ts'

/** The selectors that were checked, with their parameters. */
export const checked: [string, readonly string[]][] = []
export const context = {
  converter: 'weir' as const,
  checkSelectors: (parameter: string, given: readonly string[]) => void checked.push([parameter, given]),
  engines: {
    nameOf: (name: string) => (name === 'chromium' ? 'browser_a' : name),
    supports: (name: string) =>
      name === 'stealth' ? { stealth: true, javascript: true } : { javascript: name !== 'plain' },
  },
} as unknown as Parameters<typeof readOptions>[1]
/** The options of a body. */
export const read = (body: Partial<ScrapeBody> = {}) =>
  readOptions({ formats: ['markdown'], ...body } as ScrapeBody, context)
/** The error for a body, or its options if there is none. */
export const refusal = (body: Partial<ScrapeBody>) => {
  try {
    return read(body)
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details: unknown }
    return [code, message, details]
  }
}
