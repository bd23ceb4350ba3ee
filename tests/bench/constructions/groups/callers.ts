import { createScope, MAX_PATTERN_LENGTH, MAX_PATTERNS } from 'weirjs'
import { matchesPath } from '../../../../core/auth/keys/path-glob.ts'
import { type Construction, countFor, each, nested } from '../construction.ts'
import { page } from '../content.ts'

const start = new URL('http://a.b/')
const addresses = ['/', `/${'a'.repeat(1900)}`, `/${'a/'.repeat(900)}b`, `/?${'a=b&'.repeat(400)}`].map(
  (path) => new URL(path, start),
)

/** A glob of a crawl against `count` URLs that nearly match. */
const glob = (name: string, pattern: string): Construction => ({
  name: `glob ${name}`,
  count: 100,
  maxOutput: () => 4096,
  prepare: (count) => ({
    inputBytes: count * 2000,
    async run() {
      const includePatterns = Array.from({ length: MAX_PATTERNS }, () => pattern.slice(0, MAX_PATTERN_LENGTH))
      const scope = createScope(start, { sameDomain: true, includePatterns })
      let matched = 0
      for (let i = 0; i < count; i++) if (scope(addresses[i % addresses.length]!)) matched++
      return { sizes: { matched } }
    },
  }),
})

/** A page of many elements, narrowed by a selector that examines many of them. */
const selector = (name: string, written: string, make = (n: number) => `<div class=a><p>b</p></div>`.repeat(n)) =>
  page(`selector ${name}`, make, { options: { excludeTags: [written] }, formats: ['text'] })
const deep = (n: number) => nested(n, '<div class=a><p>b</p>', '</div>')

const keyPath = (name: string, make: (n: number) => [pattern: string, path: string]): Construction => ({
  name: `path of a key: ${name}`,
  count: countFor((n) => make(n).join(''), 1000),
  maxOutput: () => 10,
  prepare(count) {
    const [pattern, path] = make(count)
    return {
      inputBytes: pattern.length + path.length,
      run: async () => ({ sizes: { matched: Number(matchesPath(pattern, path)) } }),
    }
  },
})

/** Input of callers: globs, CSS selectors, paths that restrict a key. */
export const callers: Construction[] = [
  glob('of asterisks', '*a'.repeat(128)),
  glob('of double asterisks', '/**/a'.repeat(51)),
  glob('of double asterisks without end', '/**'.repeat(85)),
  glob('of question marks', `/${'?'.repeat(200)}*b`),
  glob('of classes', '/[a-z]*'.repeat(36)),
  glob('of classes that never end', '/['.repeat(128)),
  glob('of braces', '/{a,b}'.repeat(42)),
  glob('of extended globs', '/+(a|b)*'.repeat(32)),
  glob('of whole addresses', `http://a.b/${'*a'.repeat(120)}`),
  glob('of backslashes', '\\'.repeat(256)),
  selector('of followers', 'div ~ div ~ div ~ p'),
  selector('of has', 'div:has(~ div:has(p) ~ div)'),
  selector('of has in depth', 'div:has(p)', deep),
  selector('of descendants', 'div div div div div div div div x', deep),
  selector('of not', ':not(div p):not(p div)', deep),
  selector('of the n-th', ':nth-last-child(2n+1 of p)'),
  selector('of the last of a kind', 'div:nth-last-of-type(3n)'),
  selector('of attributes', '[class*=b][class$=b][class^=b],[class~=a]'),
  selector('of is in is', ':is(:is(:is(div, p) ~ p) div) p', deep),
  selector('of all', '* * * * *', deep),
  selector('of the only child', 'div:only-child', deep),
  selector('of text', 'div:contains(b)', deep),
  ...(['includeTags', 'excludeTags'] as const).map((name) =>
    page(`200 selectors: ${name}`, deep, {
      options: { [name]: Array.from({ length: 200 }, (_, i) => `div.c${i} ~ p`) },
      formats: ['text'],
    }),
  ),
  keyPath('asterisks', (n) => ['*a'.repeat(n), `${'a'.repeat(n)}b`]),
  keyPath('one asterisk', (n) => [`*${'a'.repeat(n)}b`, 'a'.repeat(2 * n)]),
  page('headers that end a page', (n) => each(n, (i) => `<header>${i}</header>`), {
    options: { onlyMainContent: true },
  }),
]
