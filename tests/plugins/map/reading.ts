import type { ContentOptions } from 'weirjs/schemas'
import { defaultOptions } from '../../../plugins/content/read/default-options.ts'

/** How a map reads pages. */
export const reading: ContentOptions = { ...defaultOptions, formats: new Set(), pageLinks: true }
