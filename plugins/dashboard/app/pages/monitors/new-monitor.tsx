import { useMemo } from 'preact/hooks'
import { useAddress } from '../../ui/data/address.ts'
import { to } from '../../ui/link.ts'
import { Page } from '../../ui/page.tsx'
import { emptyDraft } from './draft.ts'
import { MonitorForm } from './monitor-form.tsx'

/** Creates a monitor; the URL to watch may be given as `url` in this page's URL. */
export default function NewMonitor() {
  const { url = '' } = useAddress().query
  const initial = useMemo(() => ({ ...emptyDraft(), url }), [url])
  return (
    <Page title="Watch a page" intro="The first run stores the page; later runs report what changed.">
      <a class="back-link" href={to('/monitors')}>
        All monitors
      </a>
      <MonitorForm initial={initial} />
    </Page>
  )
}
