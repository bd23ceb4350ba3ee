import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso/router'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { deleteLater } from '../../ui/data/delete-later.ts'
import { Facts } from '../../ui/data/figures.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { formatCredits } from '../../ui/format.ts'
import { useListKeys } from '../../ui/keyboard/list-keys.ts'
import { to } from '../../ui/link.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Loaded, Status } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { toast, toastFailure } from '../../ui/toast.tsx'
import { History } from './history.tsx'
import { SchedulePreview } from './schedule-preview.tsx'
import type { Monitor } from './types.ts'

/** Milliseconds between refreshes. */
const EVERY = 5000

/** The URL of its feed of changes. */
function Feed({ monitor, onChanged }: { monitor: Monitor; onChanged(feedUrl: string): void }) {
  const [isAsking, setAsking] = useState(false)
  // A server that does not know its own URL returns a path.
  const address = new URL(monitor.feedUrl, location.href).href
  const { isBusy, run } = useAction(toastFailure)
  const renew = async () => {
    await run(async () => {
      const { feedUrl } = await api.post<{ feedUrl: string }>(`/v1/monitors/${monitor.id}/feed`)
      onChanged(feedUrl)
      toast('The feed has a new URL; the old one no longer works')
    })
    setAsking(false)
  }
  return (
    <Section
      title="Feed"
      actions={
        <>
          <CopyButton text={address} label="Copy the feed’s URL" />
          <Button size="small" onClick={() => setAsking(true)}>
            New URL…
          </Button>
        </>
      }
    >
      <p class="muted">The changes of this page as an Atom feed. Anyone with this URL can read it:</p>
      <code class="whole-id">{address}</code>
      {isAsking && (
        <Confirm
          title="Give the feed a new URL?"
          action="New URL"
          busy={isBusy}
          onConfirm={() => void renew()}
          onClose={() => setAsking(false)}
        >
          <p>Feed readers that use the old URL get nothing until you give them the new one.</p>
        </Confirm>
      )}
    </Section>
  )
}

/** A monitor: what it watches, and what it has found. */
export default function MonitorPage() {
  useListKeys()
  const { route } = useLocation()
  const { monitorId = '' } = useRoute().params
  const path = `/v1/monitors/${encodeURIComponent(monitorId)}`
  const query = useQuery<Monitor>(path, { every: EVERY })
  const [runs, setRuns] = useState(0)
  const { isBusy, run } = useAction(toastFailure)
  const { data: monitor } = query

  const setStatus = async (status: 'active' | 'paused') => {
    try {
      query.set(await api.patch<Monitor>(path, { status }))
      const undo = status === 'paused' ? () => void setStatus('active') : undefined
      toast(status === 'paused' ? 'The monitor is paused' : 'The monitor runs on its schedule again', { undo })
    } catch (error) {
      toastFailure(error)
    }
  }
  const runNow = () =>
    run(async () => {
      await api.post(`${path}/run`)
      toast('The page is being checked')
      setRuns(runs + 1)
    })
  const remove = (name: string) => {
    deleteLater(path, `${name} and its history were deleted`)
    route(to('/monitors'))
  }
  return (
    <Page
      title={monitor?.name ?? 'Monitor'}
      intro={monitor && <span class="address">{monitor.url}</span>}
      actions={
        monitor && (
          <>
            <Button kind="primary" busy={isBusy} onClick={() => void runNow()}>
              Run now
            </Button>
            <Button onClick={() => void setStatus(monitor.status === 'paused' ? 'active' : 'paused')}>
              {monitor.status === 'paused' ? 'Resume' : 'Pause'}
            </Button>
            <LinkButton href={to(`/monitors/${monitor.id}/edit`)}>Edit</LinkButton>
            <Button onClick={() => remove(monitor.name)}>Delete</Button>
          </>
        )
      }
    >
      <a class="back-link" href={to('/monitors')}>
        All monitors
      </a>
      <Loaded query={query} lines={6}>
        {(monitor) => (
          <>
            {monitor.status === 'failing' && (
              <p class="notice">
                The last runs failed; the monitor keeps trying. The failures below say why: correct the URL, or choose
                another engine.
              </p>
            )}
            <Facts
              facts={[
                ['Status', <Status key="status" value={monitor.status} />],
                [
                  'Schedule',
                  <SchedulePreview key="schedule" schedule={monitor.schedule} timezone={monitor.timezone} />,
                ],
                ['Next run', <Time key="next" at={monitor.nextRun} none="paused" />],
                ['Last run', <Time key="last" at={monitor.lastRun} none="none yet" />],
                ['Last change', <Time key="change" at={monitor.lastChange} none="none yet" />],
                ['Cost of a run', `at most ${formatCredits(monitor.creditsPerRun)}; a failed run costs nothing`],
                ...(monitor.tags.length > 0 ? [['Tags', monitor.tags.join(', ')] as const] : []),
              ]}
            />
            <History monitor={monitor} runs={runs} />
            <Feed monitor={monitor} onChanged={(feedUrl) => query.set({ ...monitor, feedUrl })} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
