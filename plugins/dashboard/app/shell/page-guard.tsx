import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'

interface PageGuardProps {
  path: string
  /** Called when a page cannot be drawn. */
  onFailure(): void
  children: ComponentChildren
}

/** Takes the place of a page that cannot be drawn until another one is opened: otherwise the whole app would stop. */
export function PageGuard({ path, onFailure, children }: PageGuardProps) {
  const [error, retry] = useErrorBoundary((cause) => {
    // The browser's console has the details.
    reportError(cause)
    onFailure()
  })
  useEffect(retry, [path])
  if (error === undefined) return <>{children}</>
  return (
    <Page title="Page not shown">
      <EmptyState
        title="This page cannot be shown"
        action={
          <Button kind="primary" onClick={retry}>
            Try again
          </Button>
        }
      >
        Its data are not as this page expects them. The API has them; the console of your browser has the reason.
      </EmptyState>
    </Page>
  )
}
