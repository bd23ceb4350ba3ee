import { LinkButton } from '../../ui/button.tsx'
import { to } from '../../ui/link.ts'
import { Page } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { KeyList } from './key-list.tsx'

/** The current user's keys. */
export default function Keys() {
  const create = (
    <LinkButton kind="primary" href={to('/keys/new')}>
      Create key
    </LinkButton>
  )
  return (
    <Page
      title="API keys"
      intro="Programs present a key with each request. Make one for each program."
      actions={create}
    >
      <KeyList
        empty={
          <EmptyState title="No keys yet" action={create}>
            A program needs a key to call the API. It is shown once, with a line for the terminal that tries it.
          </EmptyState>
        }
      />
    </Page>
  )
}
