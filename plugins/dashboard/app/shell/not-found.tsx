import { LinkButton } from '../ui/button.tsx'
import { to } from '../ui/link.ts'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'

export function NotFound() {
  return (
    <Page title="Page not found">
      <EmptyState
        title="There is nothing at this address"
        action={
          <LinkButton kind="primary" href={to('/')}>
            Go to Home
          </LinkButton>
        }
      >
        The page may belong to a plugin that this server has not loaded, or your account may not be allowed to see it.
      </EmptyState>
    </Page>
  )
}
