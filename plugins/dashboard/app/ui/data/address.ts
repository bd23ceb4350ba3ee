import { useLocation } from 'preact-iso/router'
import { withQuery } from '../../api/client.ts'

type Changes = Readonly<Record<string, string | null | undefined>>

/** What stands behind the `?` of the page's address, and ways to change some of it. What is empty goes. */
export function useAddress() {
  const { path, query, route } = useLocation()
  const of = (changes: Changes) => withQuery(path, { ...query, ...changes })
  return {
    query: query as Readonly<Record<string, string | undefined>>,
    /** The address with other values. */
    of,
    /** Goes there; the browser's back button leads here again. */
    change: (changes: Changes) => route(of(changes)),
    /** Goes there in place of this page, for what is chosen on it: the back button leaves the page. */
    replace: (changes: Changes) => route(of(changes), true),
  }
}
