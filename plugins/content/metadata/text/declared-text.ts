import { decodeText } from '../../tree/entities.ts'
import { evenSpaces, withoutWraps } from '../../white-space.ts'

/** A complete character reference, left over from double encoding. Does not match `&copy=1`, as in a URL. */
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi
/** Soft hyphens and zero-width characters, which are invisible to readers and disturb searches. */
const INVISIBLE = /[\u00ad\u200b\ufeff]/g
/** Signs of a text written as HTML: an end tag, or the start of a paragraph. Mere names of tags have neither. */
const WRITTEN_AS_HTML = /<\/[a-z]|^<p[\s>]/i
const TAG = /<\/?[a-z][^<>]*>/gi

/** A text on one line, without invisible characters. */
export const onOneLine = (text: string): string => evenSpaces(withoutWraps(text.replace(INVISIBLE, ''))).trim()

/**
 * Cleans a text that a page declares for machines: puts it on one line, and decodes characters that were encoded
 * twice.
 */
export const declaredText = (value: string): string =>
  onOneLine(value.includes('&') ? value.replace(REFERENCE, decodeText) : value)

/** Cleans a description, which some pages write as HTML. */
export const declaredProse = (value: string): string =>
  WRITTEN_AS_HTML.test(value) ? onOneLine(value.replace(TAG, ' ')) : value
