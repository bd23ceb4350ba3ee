import { BLOCK, type Element } from '../tree/index.ts'

/** Elements that say how a part of a word or sentence is meant, whose text goes on behind them. */
const parts = new Set(
  'abbr b bdi bdo big br code del dfn em font i ins kbd mark q rb rp rt rtc ruby s samp small strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
)

/** Whether an element within a line may be laid out apart from the one beside it. */
export const mayStandApart = ({ name, tag }: Element): boolean => (tag.flags & BLOCK) === 0 && !parts.has(name)

/** Two characters that end and begin a text of their own where they touch: `ChiefMarch`, `review9`, `Price:12`. */
const apart = /^(?:\p{Ll}[\p{Lu}\d]|\d\p{Lu}|[!?:;)%][\p{Lu}\d])$/u
/** The end of a text before a picture, and the beginning of one behind it. */
const beforePicture = /[\p{L}\d.!?:;,]/u
const behindPicture = /[\p{L}\d]/u

/**
 * Capitals that end a text, and a word in or with a capital that begins the next: `FAQCareers`. A single one may be
 * an initial.
 */
const apartCapitals = /^\p{Lu}{3}\p{L}$/u

/** Whether two texts touch here whose elements show them apart. NaN is not a character. */
export const isSeam = (before: number, next: number): boolean =>
  !Number.isNaN(before) && apart.test(String.fromCharCode(before, next))

/** Whether they are in capitals here: by the last two characters of the one, and the first two of the other. */
export const isSeamOfCapitals = (previous: number, before: number, next: number, after: number): boolean =>
  !Number.isNaN(previous) &&
  !Number.isNaN(after) &&
  apartCapitals.test(String.fromCharCode(previous, before, next, after))

/** Whether a character would touch a picture behind it, and one before it. */
export const touchesPictureBehind = (c: number): boolean =>
  !Number.isNaN(c) && beforePicture.test(String.fromCharCode(c))
export const touchesPictureBefore = (c: number): boolean => behindPicture.test(String.fromCharCode(c))
