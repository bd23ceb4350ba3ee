import { createRequire } from 'node:module'
import { ApiError } from '../errors.ts'
import { LinearPattern } from './linear-pattern.ts'

/** Patterns of a request. Source: threats T20. */
export const MAX_PATTERNS = 50
/** Characters of a pattern. */
export const MAX_PATTERN_LENGTH = 256
/**
 * Instructions that all regular expressions of a list may have together: an address takes 30 ms then at the most.
 * Source: threats T21.
 */
const MAX_SIZE = 1000
/** Characters of an address beyond which no pattern matches it: time goes with the length of both. */
const MAX_MATCHED_LENGTH = 2048

/** How patterns are written, and what they are held against. */
export interface PatternOptions {
  /** Default `glob`. A regular expression is looked for anywhere, in linear time. */
  patternSyntax?: 'glob' | 'regex'
  /** Whether the whole address is matched; otherwise the path, and by globs that begin with `http` the whole. */
  matchFullUrl?: boolean
}

/** Whether a pattern matches an address. */
type Matches = (url: URL) => boolean

/**
 * What the patterns of a parameter match; nothing without any. Throws ApiError `invalid_options` that names the
 * pattern, for regular expressions that are none or too large.
 */
export function compilePatterns(
  parameter: string,
  patterns: readonly string[],
  { patternSyntax = 'glob', matchFullUrl = false }: PatternOptions,
): Matches {
  const each =
    patternSyntax === 'glob'
      ? patterns.map((pattern) => compileGlob(pattern, matchFullUrl))
      : compileAll(parameter, patterns, matchFullUrl)
  return (url) => each.some((matches) => matches(url))
}

const wholeOf = ({ origin, pathname, search }: URL) => origin + pathname + search

/** Braces multiply a pattern, and extended globs backtrack. Source: threats T20. */
const options = { nobrace: true, noext: true, nocomment: true, nonegate: true, dot: true, matchBase: true } as const

const require = createRequire(import.meta.url)
/** Loaded with the first pattern. */
const loadMinimatch = () => (require('minimatch') as typeof import('minimatch')).Minimatch

/** A glob and what it matches: of a folder `/docs/**` the folder itself too. */
function compileGlob(written: string, matchFullUrl: boolean): Matches {
  // As addresses have it.
  const pattern = written.replace(/[^\u0021-\u007e]+/g, (run) => encodeURIComponent(run.toWellFormed()))
  const whole = matchFullUrl || /^https?:/i.test(pattern)
  // Runs of slashes are one to the matcher, which takes paths; an address has two of them.
  const glob = whole || pattern.startsWith('/') || pattern.startsWith('*') ? pattern : `/${pattern}`
  const Minimatch = loadMinimatch()
  const matcher = new Minimatch(glob, options)
  const folder = glob.endsWith('/**') ? new Minimatch(glob.slice(0, -3) || '/', options) : undefined
  return (url) => {
    const text = whole ? wholeOf(url) : url.pathname
    if (text.length > MAX_MATCHED_LENGTH) return false
    return matcher.match(text) || (folder?.match(text.replace(/\/$/, '') || '/') ?? false)
  }
}

function compileAll(parameter: string, sources: readonly string[], matchFullUrl: boolean): Matches[] {
  const refused = (name: string, why: string) => new ApiError('invalid_options', `${name} ${why}`, { parameter: name })
  let size = 0
  const patterns = sources.map((source, i) => {
    try {
      const pattern = new LinearPattern(source)
      size += pattern.size
      // Before the others are compiled.
      if (size <= MAX_SIZE) return pattern
    } catch (error) {
      throw refused(`${parameter}.${i}`, (error as SyntaxError).message)
    }
    throw refused(parameter, 'are too large together: shorten them, or repeat less in them')
  })
  return patterns.map((pattern) => (url) => {
    const text = matchFullUrl ? wholeOf(url) : url.pathname
    return text.length <= MAX_MATCHED_LENGTH && pattern.isIn(text)
  })
}
