import { createRequire } from 'node:module'
import { ApiError } from '../errors.ts'
import { decodePercent } from '../url/decode-percent.ts'
import { LinearPattern } from './linear-pattern.ts'

/** The most patterns of a request. Source: threats T20. */
export const MAX_PATTERNS = 50
/** The most characters of a pattern. */
export const MAX_PATTERN_LENGTH = 256
/**
 * The most instructions of all regular expressions of a list together: a URL then takes 30 ms at most. Source:
 * threats T21.
 */
const MAX_SIZE = 1000
/** The most characters of a URL that patterns match: the time grows with the length of both. */
const MAX_MATCHED_LENGTH = 2048

/** The syntax of patterns, and what they are matched against. */
export interface PatternOptions {
  /** Default `glob`. A regular expression matches anywhere, in linear time. */
  patternSyntax?: 'glob' | 'regex'
  /** Whether the whole URL is matched; otherwise the path, and the whole URL by globs that start with `http`. */
  matchFullUrl?: boolean
}

/** Whether a pattern matches a URL. */
type Matches = (url: URL) => boolean

/**
 * A matcher for the patterns of a parameter; without any it matches nothing. Throws ApiError `invalid_options`, which
 * names the pattern, for invalid or too large regular expressions.
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

/** A glob and what it matches: `/docs/**` also matches the folder itself. */
function compileGlob(written: string, matchFullUrl: boolean): Matches {
  // As in URLs.
  const pattern = written.replace(/[^\u0021-\u007e]+/g, (run) => encodeURIComponent(run.toWellFormed()))
  const whole = matchFullUrl || /^https?:/i.test(pattern)
  // The matcher is made for paths and collapses repeated slashes; a URL has two of them.
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
      // Checked before the next pattern is compiled.
      if (size <= MAX_SIZE) return pattern
    } catch (error) {
      throw refused(`${parameter}.${i}`, (error as SyntaxError).message)
    }
    throw refused(parameter, 'are too large together: shorten them, or repeat less in them')
  })
  return patterns.map((pattern, i) => {
    // In URLs such letters are encoded; a class of them cannot be.
    const isDecoded = /[^\0-\x7f]/.test(sources[i]!)
    return (url) => {
      const text = matchFullUrl ? wholeOf(url) : url.pathname
      return text.length <= MAX_MATCHED_LENGTH && pattern.isIn(isDecoded ? decodePercent(text) : text)
    }
  })
}
