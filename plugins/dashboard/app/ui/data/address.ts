import { useLocation } from 'preact-iso/router'
import { withQuery } from '../../api/client.ts'

type Changes = Readonly<Record<string, string | null | undefined>>

/** The query of the page's URL, and ways to change parts of it. Empty values are removed. */
export function useAddress() {
  const { path, query, route } = useLocation()
  const of = (changes: Changes) => withQuery(path, { ...query, ...changes })
  return {
    query: query as Readonly<Record<string, string | undefined>>,
    /** The path with other values. */
    of,
    /** Navigates there; the back button returns here. */
    change: (changes: Changes) => route(of(changes)),
    /** Navigates there by replacing this page, for choices made on it: the back button leaves the page. */
    replace: (changes: Changes) => route(of(changes), true),
  }
}
