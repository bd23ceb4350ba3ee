import type { Random } from './random.ts'

/** Texts that are known to cause faults: paths, URLs, formats, encodings, numbers out of range, property names. */
export const texts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%',
  '%zz',
  '%c0%af',
  '\u0000',
  '\ud800',
  '\u202e\u2066',
  '\r\nX-Injected: 1',
  '__proto__',
  'constructor',
  'toString',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  'https://127.0.0.1:1/',
  'http://user:hunter2@example.invalid/',
  'http://[::1]:1/',
  'file:///etc/passwd',
  'http://example.invalid/',
  'job_01900000-0000-7000-8000-000000000000',
  'file_01900000-0000-7000-8000-000000000000',
  'x'.repeat(300),
  'x'.repeat(9000),
  '('.repeat(2000),
  '*'.repeat(500),
  'é'.repeat(200),
]

/** A random JSON value. */
export function randomValue(random: Random, depth = 0): unknown {
  switch (random.below(depth > 4 ? 6 : 9)) {
    case 0:
      return null
    case 1:
      return random.chance(0.5)
    case 2:
      return random.pick([0, -1, 1, 1.5, 1e15, -1e300, 2 ** 31, 2 ** 53])
    case 3:
    case 4:
    case 5:
      return random.pick(texts)
    case 6:
      return Array.from({ length: random.below(random.chance(0.05) ? 300 : 4) }, () => randomValue(random, depth + 1))
    case 7:
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [random.pick(texts), randomValue(random, depth + 1)]),
      )
    default: {
      let deep: unknown = 1
      for (let i = random.below(90); i > 0; i--) deep = random.chance(0.5) ? [deep] : { deep }
      return deep
    }
  }
}

/** Mutates a value: parts are replaced, left out or added. */
export function mutated(random: Random, value: unknown, share = 0.1): unknown {
  if (random.chance(share)) return randomValue(random)
  if (Array.isArray(value)) {
    const list = value.map((inner) => mutated(random, inner, share / 2))
    return random.chance(0.05) ? Array.from({ length: 200 }, () => list[0]) : list
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] =>
      random.chance(0.1) ? [] : [[name, mutated(random, inner, share)]],
    )
    if (random.chance(0.2)) entries.push([random.pick(texts), randomValue(random)])
    return Object.fromEntries(entries)
  }
  return value
}
