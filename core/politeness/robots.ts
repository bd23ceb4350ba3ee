import { createPause } from '../concurrency/pause.ts'
import type { Robots } from '../contracts/politeness.ts'
import { MAX_URL } from '../url/http-url.ts'
import { normalisePercent } from '../url/normalise-percent.ts'

/** The product token that sites use for us. */
const TOKEN = 'weir'
/** Bytes that are read; the RFC demands at least this many. */
export const MAX_ROBOTS_BYTES = 512 * 1024
/** In milliseconds. Source: decisions 6.1. */
const MAX_DELAY = 10_000
/** The most sitemaps that one file may name. */
const MAX_SITEMAPS = 100
/**
 * The most rules with asterisks that are used: each costs a search per URL. Rules without are looked up, and all are
 * used.
 */
const MAX_WILDCARD_RULES = 2000
/** Lines between two checks of the time. */
const LINES_PER_CHECK = 100

interface Rule {
  allow: boolean
  /** The parts between its asterisks, with normalized percent-encoding. */
  parts: readonly string[]
  /** Whether the pattern must match to the end of the path. */
  anchored: boolean
  /** The length of the pattern in octets: the longest match wins. */
  length: number
}
interface Group {
  agents: string[]
  rules: Rule[]
  delay: number | undefined
}

export const allowAll: Robots = { allows: () => true, delay: 0, sitemaps: [] }
/** `/robots.txt` itself is always allowed. */
export const forbidAll: Robots = { allows: ({ pathname }) => pathname === '/robots.txt', delay: 0, sitemaps: [] }

/** Parses a robots.txt in slices. Invalid lines are skipped, as the RFC demands. */
export async function parseRobots(text: string): Promise<Robots> {
  const { groups, sitemaps } = await readGroups(text)
  const ours = groups.filter(({ agents }) => agents.includes(TOKEN))
  const meant = ours.length > 0 ? ours : groups.filter(({ agents }) => agents.includes('*'))
  const decide = deciderOf(meant.flatMap((group) => group.rules))
  const delay = meant.find((group) => group.delay !== undefined)?.delay ?? 0
  return {
    allows: ({ pathname, search }) => pathname === '/robots.txt' || decide(normaliseAddress(pathname + search)),
    delay,
    sitemaps,
  }
}

/** Whether a path is allowed: the longest matching rule wins, and of two equally long the one that allows. */
function deciderOf(rules: readonly Rule[]): (path: string) => boolean {
  const patterns = rules
    .filter(({ parts, anchored }) => anchored || parts.length > 1)
    .slice(0, MAX_WILDCARD_RULES)
    .sort((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow))
  const prefixes = new Map<string, boolean>()
  for (const { parts, anchored, allow } of rules)
    if (!anchored && parts.length === 1) prefixes.set(parts[0]!, allow || prefixes.get(parts[0]!) === true)
  // There are fewer different lengths of rules than the square root of the file's length.
  const lengths = [...new Set([...prefixes.keys()].map(({ length }) => length))].sort((a, b) => b - a)
  return (path) => {
    const length = lengths.find((one) => one <= path.length && prefixes.has(path.slice(0, one))) ?? -1
    const pattern = patterns.find((rule) => rule.length >= length && matches(rule, path))
    if (!pattern) return length < 0 || prefixes.get(path.slice(0, length))!
    return pattern.allow || (pattern.length === length && prefixes.get(path.slice(0, length))!)
  }
}

/** Directives of a page that have a value after a colon. */
const valued = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview'])

/**
 * Whether a page's robots directives (`<meta name="robots">`, `X-Robots-Tag`) ask us not to follow its links. The
 * name of a crawler and a colon start the directives of that crawler, up to the next name.
 */
export function forbidsFollowing(rules: string): boolean {
  let isOurs = true
  for (const part of rules.toLowerCase().split(',')) {
    const [, name, rest = part] = /^\s*(\*|[\d.-]*[a-z_][\w./-]*)\s*:(.*)$/s.exec(part) ?? []
    if (name !== undefined && valued.has(name)) continue
    if (name !== undefined) isOurs = name === TOKEN || name === '*'
    if (isOurs && /(?:^|\s)(?:nofollow|none)(?:$|\s)/.test(rest)) return true
  }
  return false
}

async function readGroups(text: string): Promise<{ groups: Group[]; sitemaps: string[] }> {
  const groups: Group[] = []
  const sitemaps: string[] = []
  let inRules = true
  const pause = createPause()
  for (const [i, line] of text
    .replace(/^\uFEFF/, '')
    .split(/[\r\n]+/)
    .entries()) {
    if (i % LINES_PER_CHECK === 0) await pause()
    const colon = line.indexOf(':')
    if (colon < 0) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    const whole = line.slice(colon + 1).trim()
    const value = withoutComment(whole)
    if (name === 'sitemap') {
      if (value !== '' && sitemaps.length < MAX_SITEMAPS) sitemaps.push(value)
      continue
    }
    if (name === 'user-agent') {
      if (inRules) groups.push({ agents: [], rules: [], delay: undefined })
      inRules = false
      groups.at(-1)!.agents.push(tokenOf(value))
      continue
    }
    const group = groups.at(-1)
    if (!group || (name !== 'allow' && name !== 'disallow' && name !== 'crawl-delay')) continue
    inRules = true
    if (name === 'crawl-delay') group.delay ??= readDelay(value)
    // A longer rule would match no URL that is fetched.
    else if (value !== '' && value.length <= MAX_URL) group.rules.push(readRule(value, name === 'allow'))
  }
  return { groups, sitemaps }
}

const withoutComment = (value: string) => {
  const mark = value.indexOf('#')
  return (mark < 0 ? value : value.slice(0, mark)).trim()
}

/** The product token of a line, without its version. */
const tokenOf = (value: string) => (value.startsWith('*') ? '*' : (/^[a-z_-]+/i.exec(value)?.[0] ?? '').toLowerCase())

function readDelay(value: string): number | undefined {
  const seconds = Number(value)
  return value !== '' && seconds >= 0 ? Math.min(MAX_DELAY, Math.round(seconds * 1000)) : undefined
}

function readRule(value: string, allow: boolean): Rule {
  const anchored = value.endsWith('$')
  const pattern = escapeDollars(normalisePath(anchored ? value.slice(0, -1) : value))
  return { allow, parts: pattern.split(/\*+/), anchored, length: pattern.length + (anchored ? 1 : 0) }
}

/**
 * Whether a path starts with a pattern. The parts are searched from left to right, so the time grows only with the
 * path.
 */
function matches({ parts, anchored }: Rule, path: string): boolean {
  const first = parts[0]!
  if (!path.startsWith(first)) return false
  let at = first.length
  for (let i = 1; i < parts.length; i++) {
    const part = parts[i]!
    if (anchored && i === parts.length - 1) return path.length - part.length >= at && path.endsWith(part)
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return !anchored || at === path.length
}

/**
 * Spaces and octets outside ASCII are encoded, as in URLs; characters that need no encoding are decoded; escapes are
 * in upper case.
 */
const normalisePath = (path: string): string => normalisePercent(encode(path))

/**
 * In a pattern, a `$` may stand for itself, and both special characters may occur in a URL: a rule has them escaped.
 */
const escapeDollars = (path: string) => path.replaceAll('$', '%24')
const normaliseAddress = (path: string) => escapeDollars(normalisePath(path)).replaceAll('*', '%2A')

const encode = (text: string) => text.replace(/[^\u0021-\u007f]+/g, (run) => encodeURIComponent(run.toWellFormed()))
