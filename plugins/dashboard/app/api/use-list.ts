import { useEffect, useRef, useState } from 'preact/hooks'
import { api, withQuery } from './client.ts'
import { type Failure, toFailure } from './failure.ts'
import { useQuery } from './use-query.ts'

export interface List<Row> {
  rows: readonly Row[] | undefined
  failure: Failure | undefined
  hasMore: boolean
  isLoadingMore: boolean
  loadMore(): Promise<void>
  /** Reloads from the start. */
  reload(): Promise<void>
}

type Page<Row, Name extends string> = Record<Name, Row[]> & { nextCursor: string | null }
interface Further<Row> {
  path: string
  rows: readonly Row[]
  cursor: string | null
}

/** A paged list; `name` is the field of its rows in the response. `path` includes the filters. */
export function useList<Row, Name extends string = string>(
  path: string,
  name: Name,
  options: { every?: number } = {},
): List<Row> {
  const [further, setFurther] = useState<Further<Row>>()
  // If the first page were refreshed on its own, it would no longer fit the pages after it.
  const first = useQuery<Page<Row, Name>>(path, further?.path === path ? {} : options)
  const [isLoadingMore, setLoadingMore] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  /** Counts the times that the list began anew: pages that were requested before no longer belong to it. */
  const beginnings = useRef(0)
  const begin = () => {
    beginnings.current++
    setFurther(undefined)
    setFailure(undefined)
  }
  useEffect(begin, [path])

  const held = further?.path === path ? further : undefined
  const cursor = held ? held.cursor : (first.data?.nextCursor ?? null)
  return {
    rows: first.data && (held ? [...first.data[name], ...held.rows] : first.data[name]),
    failure: first.failure ?? failure,
    hasMore: cursor !== null,
    isLoadingMore,
    async loadMore() {
      if (cursor === null || isLoadingMore) return
      const beginning = beginnings.current
      setLoadingMore(true)
      setFailure(undefined)
      try {
        const url = new URL(path, location.origin)
        const page = await api.get<Page<Row, Name>>(
          withQuery(url.pathname, { ...Object.fromEntries(url.searchParams), cursor }),
        )
        if (beginning === beginnings.current)
          setFurther({ path, rows: [...(held?.rows ?? []), ...page[name]], cursor: page.nextCursor })
      } catch (error) {
        if (beginning === beginnings.current) setFailure(toFailure(error))
      }
      setLoadingMore(false)
    },
    async reload() {
      begin()
      await first.reload()
    },
  }
}
