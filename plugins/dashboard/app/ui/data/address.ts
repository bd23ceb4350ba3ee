import { useLocation } from 'preact-iso/router'
import { withQuery } from '../../api/client.ts'

/** What stands behind the `?` of the page's address, and a way to change some of it. What is empty goes. */
export function useAddress() {
  const { path, query, route } = useLocation()
  const of = (changes: Record<string, string | null>) => withQuery(path, { ...query, ...changes })
  return {
    query: query as Readonly<Record<string, string | undefined>>,
    /** The address with other values. */
    of,
    /** Goes there; the browser's back button leads here again. */
    change: (changes: Record<string, string | null>) => route(of(changes)),
  }
}
