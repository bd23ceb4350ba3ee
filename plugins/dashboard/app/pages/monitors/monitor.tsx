import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso/router'
import { api } from '../../api/client.ts'
import { toFailure, useQuery } from '../../api/use-query.ts'
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
import { toast } from '../../ui/toast.tsx'
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
  const renew = async () => {
    try {
      const { feedUrl } = await api.post<{ feedUrl: string }>(`/v1/monitors/${monitor.id}/feed`)
      onChanged(feedUrl)
      toast('The feed has another address; the one before is not known any more')
    } catch (error) {
      toast(toFailure(error).message, { kind: 'failed' })
    }
    setAsking(false)
  }
  return (
    <Section
      title="Feed"
      actions={
        <>
          <CopyButton text={address} label="Copy the feed’s address" />
          <Button size="small" onClick={() => setAsking(true)}>
            New address…
          </Button>
        </>
      }
    >
      <p class="muted">Its changes as an Atom feed, for a feed reader. Whoever has this address can read them:</p>
      <code class="whole-id">{address}</code>
      {isAsking && (
        <Confirm
          title="Give the feed another address?"
          action="New address"
          onConfirm={() => void renew()}
          onClose={() => setAsking(false)}
        >
          <p>Feed readers that have the address of now get nothing any more until they are told the new one.</p>
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
  const [isBusy, setBusy] = useState(false)
  const { data: monitor } = query
  const failed = (error: unknown) => toast(toFailure(error).message, { kind: 'failed' })

  const setStatus = async (status: 'active' | 'paused') => {
    try {
      query.set(await api.patch<Monitor>(path, { status }))
      const undo = status === 'paused' ? () => void setStatus('active') : undefined
      toast(status === 'paused' ? 'It is paused' : 'It goes on by its schedule', { undo })
    } catch (error) {
      failed(error)
    }
  }
  const runNow = async () => {
    setBusy(true)
    try {
      await api.post(`${path}/run`)
      toast('It is looking at the page now')
      setRuns(runs + 1)
    } catch (error) {
      failed(error)
    }
    setBusy(false)
  }
  const remove = (name: string) => {
    deleteLater(path, `${name} is deleted, with its history`)
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
                Its last runs failed; it goes on. The failures below say why: correct the page’s address, or give it
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
                ['Cost of a run', `${formatCredits(monitor.creditsPerRun)} at most; one that fails costs nothing`],
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
