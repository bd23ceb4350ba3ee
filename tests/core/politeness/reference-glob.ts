/** Any run of segments. */
const ANY = '**'
/** What one character of a segment may match: itself, or one of a set. */
type Part = string | typeof STAR | ((char: string) => boolean)
/** Stands for any run of characters. */
const STAR = Symbol('*')
/** A segment of a pattern: a text, or parts. */
type Segment = string | readonly Part[]

/**
 * Compiles a glob for texts that are separated by slashes. Written from the description alone, independently of the
 * matcher under test: `*` is any run of characters within a segment (at least one if it is the whole segment), `?`
 * one character, `[a-z]` and `[!a-z]` one of a set, `**` as a segment any number of segments, including none; `\`
 * takes the next character literally. Everything else is literal. A slash at the end of the text does not matter, and
 * `/docs/**` matches the folder itself too.
 */
export function compileGlob(pattern: string): (text: string) => boolean {
  const wanted = pattern
    .replace(/\/{2,}/g, '/')
    .split('/')
    .map(compileSegment)
  return (text) => {
    const segments = text.replace(/\/{2,}/g, '/').split('/')
    const match = (given: readonly string[]) => matchRun(wanted, given, (segment) => segment === ANY, matchSegment)
    return match(segments) || (segments.length > 1 && segments.at(-1) === '' && match(segments.slice(0, -1)))
  }
}

/** Whether a list of wanted parts matches all given ones, where some parts stand for any run of them. */
function matchRun<W, G>(
  wanted: ArrayLike<W>,
  given: ArrayLike<G>,
  isRun: (want: W) => boolean,
  fits: (want: W, one: G) => boolean,
): boolean {
  let w = 0
  let g = 0
  /** Where to continue after the last run, and how far that run reached. */
  let after = -1
  let taken = 0
  while (g < given.length) {
    if (w < wanted.length && isRun(wanted[w]!)) {
      after = ++w
      taken = g
    } else if (w < wanted.length && fits(wanted[w]!, given[g]!)) {
      w++
      g++
    } else if (after >= 0) {
      w = after
      g = ++taken
    } else return false
  }
  while (w < wanted.length && isRun(wanted[w]!)) w++
  return w === wanted.length
}

function matchSegment(wanted: Segment, given: string): boolean {
  if (typeof wanted === 'string') return wanted === given
  // A lone star needs at least one character.
  if (given === '') return false
  return matchRun(wanted, given, isStar, isOne)
}

const isStar = (part: Part) => part === STAR
const isOne = (part: Part, char: string) => part === char || (typeof part === 'function' && part(char))

function compileSegment(text: string): Segment {
  if (text === ANY || !/[*?[\\]/.test(text)) return text
  const parts: Part[] = []
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!
    if (char === '*') {
      if (parts.at(-1) !== STAR) parts.push(STAR)
    } else if (char === '?') parts.push(() => true)
    else if (char === '\\' && i + 1 < text.length) parts.push(text[++i]!)
    else {
      const set = char === '[' ? /^\[([!^]?)(\]?[^\]]*)\]/.exec(text.slice(i)) : null
      parts.push(set ? oneOf(set[2]!, set[1] !== '') : char)
      i += (set?.[0].length ?? 1) - 1
    }
  }
  return parts
}

/** A set of characters and ranges such as `a-z_`. */
function oneOf(set: string, isNegated: boolean): (char: string) => boolean {
  const ranges = [...set.matchAll(/([\s\S])-([\s\S])|([\s\S])/g)].map(([, from, to, one]) => [from ?? one!, to ?? one!])
  return (char) => ranges.some(([from, to]) => from! <= char && char <= to!) !== isNegated
}
