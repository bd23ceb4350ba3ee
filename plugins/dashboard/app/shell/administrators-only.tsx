import { profile } from '../api/session.ts'
import { LinkButton } from '../ui/button.tsx'
import { to } from '../ui/link.ts'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'

/** Shown to other users instead of an administration page. */
export function AdministratorsOnly() {
  return (
    <Page title="For administrators">
      <EmptyState
        title="This page is for administrators"
        action={
          <LinkButton kind="primary" href={to('/')}>
            Go to Home
          </LinkButton>
        }
      >
        You are signed in as {profile.value?.email}, who is not an administrator. Ask an administrator for access, or
        sign in as one.
      </EmptyState>
    </Page>
  )
}
