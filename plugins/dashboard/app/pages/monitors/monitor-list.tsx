import { withQuery } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useAddress } from '../../ui/data/address.ts'
import { leaving } from '../../ui/data/delete-later.ts'
import { Pager } from '../../ui/data/pager.tsx'
import { useListKeys } from '../../ui/keyboard/list-keys.ts'
import { to } from '../../ui/link.ts'
import { Page } from '../../ui/page.tsx'
import { Badge, EmptyState, Loaded, Status } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { Transfer } from './transfer.tsx'
import type { Monitor, MonitorList } from './types.ts'

/** Milliseconds between refreshes of the list. */
const EVERY = 10_000

function Tags({ tags }: { tags: readonly string[] }) {
  const { of } = useAddress()
  if (tags.length === 0) return <span class="muted">–</span>
  return (
    <span class="tags">
      {tags.map((tag) => (
        <a key={tag} href={of({ tag, cursor: null })} aria-label={`Only monitors with the tag ${tag}`}>
          <Badge>{tag}</Badge>
        </a>
      ))}
    </span>
  )
}

const columns = [
  {
    title: 'Monitor',
    main: true,
    cell: (monitor: Monitor) => (
      <>
        <a href={to(`/monitors/${monitor.id}`)}>{monitor.name}</a>
        <div class="muted address">{monitor.url}</div>
      </>
    ),
  },
  { title: 'Status', cell: (monitor: Monitor) => <Status value={monitor.status} /> },
  { title: 'Tags', cell: (monitor: Monitor) => <Tags tags={monitor.tags} /> },
  { title: 'Last change', cell: (monitor: Monitor) => <Time at={monitor.lastChange} none="none yet" /> },
  { title: 'Last run', cell: (monitor: Monitor) => <Time at={monitor.lastRun} none="none yet" /> },
  { title: 'Next run', cell: (monitor: Monitor) => <Time at={monitor.nextRun} none="paused" /> },
]

/** The watched pages. */
export default function Monitors() {
  useListKeys()
  const { query, of } = useAddress()
  const { tag, cursor } = query
  const list = useQuery<MonitorList>(withQuery('/v1/monitors', { limit: 25, tag, cursor }), { every: EVERY })
  return (
    <Page
      title="Monitors"
      intro="Pages that are checked on a schedule. You see what changed; dates, counters and advertisements are ignored."
      actions={
        <>
          <Transfer onImported={() => void list.reload()} />
          <LinkButton kind="primary" href={to('/monitors/new')}>
            New monitor
          </LinkButton>
        </>
      }
    >
      {tag && (
        <p>
          Only monitors with the tag <Badge>{tag}</Badge> · <a href={of({ tag: null, cursor: null })}>Show all</a>
        </p>
      )}
      <Loaded query={list} lines={8}>
        {({ monitors, nextCursor }) => {
          const shown = monitors.filter(({ id }) => !leaving.value.has(`/v1/monitors/${id}`))
          return shown.length > 0 ? (
            <>
              <Table caption="Monitors" columns={columns} rows={shown} keyOf={({ id }) => id} />
              <Pager next={nextCursor} what="monitors" />
            </>
          ) : (
            <EmptyState
              title={tag || cursor ? 'No monitors match' : 'No monitors yet'}
              action={
                tag || cursor ? (
                  <LinkButton href={to('/monitors')}>Show all monitors</LinkButton>
                ) : (
                  <LinkButton kind="primary" href={to('/monitors/new')}>
                    Watch a page
                  </LinkButton>
                )
              }
            >
              Choose a page and how often to check it. The first run stores the page; later runs report what changed.
            </EmptyState>
          )
        }}
      </Loaded>
    </Page>
  )
}
