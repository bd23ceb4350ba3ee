import { useRoute } from 'preact-iso/router'
import { useQuery } from '../../api/use-query.ts'
import { to } from '../../ui/link.ts'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { draftOf } from './draft.ts'
import { MonitorForm } from './monitor-form.tsx'
import type { Monitor } from './types.ts'

/** Edits a monitor. */
export default function EditMonitor() {
  const { monitorId = '' } = useRoute().params
  const query = useQuery<Monitor>(`/v1/monitors/${encodeURIComponent(monitorId)}`)
  return (
    <Page
      title="Edit monitor"
      intro="If you change the page, or an option that affects what is compared, the next run stores a new baseline."
    >
      <a class="back-link" href={to(`/monitors/${encodeURIComponent(monitorId)}`)}>
        Back to the monitor
      </a>
      <Loaded query={query} lines={8}>
        {(monitor) => <MonitorForm key={monitor.id} initial={draftOf(monitor)} monitor={monitor} />}
      </Loaded>
    </Page>
  )
}
