import { useLocation } from 'preact-iso/router'
import { withQuery } from '../../api/client.ts'

/** What stands behind the `?` of the address: filters that a link carries, and that going back restores. */
export function useUrlQuery() {
  const { path, query, route } = useLocation()
  return {
    query: query as Readonly<Record<string, string | undefined>>,
    /** What is undefined or empty goes. The entry of the history is replaced: going back leaves the page. */
    setQuery(changes: Readonly<Record<string, string | undefined>>) {
      route(withQuery(path, { ...query, ...changes }), true)
    },
  }
}
