import type { FunctionComponent } from 'preact'
import lazy from 'preact-iso/lazy'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'

/** Shown instead of a page whose script failed to load: a newer server has other scripts than this tab knows. */
const NotLoaded = () => (
  <Page title="Page not loaded">
    <EmptyState
      title="This page could not be loaded"
      action={
        <Button kind="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      }
    >
      The server has been updated since you opened this tab, or it cannot be reached.
    </EmptyState>
  </Page>
)

/** A page whose script is loaded on the first visit. */
export const lazyPage = (load: () => Promise<{ default: FunctionComponent }>) =>
  lazy(() => load().catch(() => ({ default: NotLoaded })))
