import { isApiError } from 'weirjs'
import type { Content } from '../../content/service.ts'

/** Why our matcher cannot take a selector that a browser may. */
const ofBrowsers = /pseudo|supported|traversals/i

/** Whether a browser may take a text for a selector. */
export function isSelector(text: string, check: Content['checkSelectors']): boolean {
  try {
    check('selector', [text])
    return true
  } catch (error) {
    if (!isApiError(error)) throw error
    return error.cause instanceof Error && ofBrowsers.test(error.cause.message)
  }
}
