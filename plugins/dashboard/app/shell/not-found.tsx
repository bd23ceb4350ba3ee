import { LinkButton } from '../ui/button.tsx'
import { to } from '../ui/link.ts'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'

export function NotFound() {
  return (
    <Page title="No such page">
      <EmptyState
        title="There is nothing at this address"
        action={
          <LinkButton kind="primary" href={to('/')}>
            Go to Home
          </LinkButton>
        }
      >
        It may belong to a part of Weir that this server has not loaded, or that your account does not see.
      </EmptyState>
    </Page>
  )
}
