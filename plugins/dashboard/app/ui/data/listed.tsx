import type { ComponentChildren } from 'preact'
import type { List } from '../../api/use-list.ts'
import { Button } from '../button.tsx'
import { Problem } from '../problem.tsx'
import { Skeleton } from '../states.tsx'

interface ListedProps<Row> {
  list: List<Row>
  /** Shown if there are no rows. */
  empty: ComponentChildren
  children: (rows: readonly Row[]) => ComponentChildren
}

/** A list once loaded, and a button for more. */
export function Listed<Row>({ list, empty, children }: ListedProps<Row>) {
  const { rows, failure, hasMore, isLoadingMore, loadMore, reload } = list
  return (
    <>
      {failure && <Problem failure={failure} retry={() => void reload()} />}
      {rows === undefined ? !failure && <Skeleton lines={6} /> : rows.length === 0 ? empty : children(rows)}
      {hasMore && (
        <div class="actions">
          <Button busy={isLoadingMore} onClick={() => void loadMore()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}
