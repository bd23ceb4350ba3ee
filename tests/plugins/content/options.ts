import type { ContentFormat, ContentOptions } from 'weirjs/schemas'
import { defaultOptions } from '../../../plugins/content/read/default-options.ts'

/** The options of a request without any. */
export const contentOptions = (
  changes: Partial<Omit<ContentOptions, 'formats'>> = {},
  ...formats: ContentFormat[]
): ContentOptions => ({
  ...defaultOptions,
  formats: new Set(formats.length > 0 ? formats : (['markdown'] as const)),
  ...changes,
})
