import { decodeText } from '../../tree/entities.ts'
import { evenSpaces } from '../../white-space.ts'

/** A whole character reference: what is left of one that was encoded twice. Not `&copy=1`, as in an address. */
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi
/** Where a word may be parted, and blanks of no width: nothing to a reader, and in the way of a search. */
const INVISIBLE = /[\u00ad\u200b\ufeff]/g
/** What says that a text was written as HTML: an end tag, or a paragraph's beginning. Names of tags have none. */
const WRITTEN_AS_HTML = /<\/[a-z]|^<p[\s>]/i
const TAG = /<\/?[a-z][^<>]*>/gi

/** A text on one line, without what nobody sees. */
export const onOneLine = (text: string): string => evenSpaces(text.replace(INVISIBLE, '')).trim()

/** What a page says for machines as it is read: on one line, with no character encoded twice. */
export const declaredText = (value: string): string =>
  onOneLine(value.includes('&') ? value.replace(REFERENCE, decodeText) : value)

/** A description, which some pages give as HTML. */
export const declaredProse = (value: string): string =>
  WRITTEN_AS_HTML.test(value) ? onOneLine(value.replace(TAG, ' ')) : value
