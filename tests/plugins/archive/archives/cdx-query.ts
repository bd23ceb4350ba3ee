import { byNearness, type Held, heldOf } from './held.ts'

/** The captures that a CDX server returns for a query, by the parameters that all servers know. */
export function select(held: readonly Held[], query: URLSearchParams): Held[] {
  if (query.get('matchType') !== 'exact') throw new Error('Without matchType=exact a * in an address is a wildcard')
  const [from, to] = [(query.get('from') ?? '').padEnd(14, '0'), (query.get('to') ?? '').padEnd(14, '9')]
  return heldOf(held, query.get('url') ?? '').filter(({ timestamp }) => timestamp >= from && timestamp <= to)
}

/** The same in the order and number of pywb and OutbackCDX. Source: pywb's `cdxops.py`. */
export function selectSorted(held: readonly Held[], query: URLSearchParams): Held[] {
  const selected = select(held, query)
  const closest = query.get('closest')
  const sorted = closest
    ? byNearness(selected, closest)
    : query.get('sort') === 'reverse'
      ? selected.toReversed()
      : selected
  return sorted.slice(0, Number(query.get('limit') ?? 100_000))
}
