import { isApiError } from 'weirjs'
import type { Content } from '../../content/service.ts'

/** Errors of our matcher for selectors that a browser may support. */
const ofBrowsers = /pseudo|supported|traversals/i

/** Whether a text may be a selector to a browser. */
export function isSelector(text: string, check: Content['checkSelectors']): boolean {
  try {
    check('selector', [text])
    return true
  } catch (error) {
    if (!isApiError(error)) throw error
    return error.cause instanceof Error && ofBrowsers.test(error.cause.message)
  }
}
