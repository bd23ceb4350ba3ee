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
    <Page title="API keys" intro="Programs send a key with each request. Create one for each program." actions={create}>
      <KeyList
        empty={
          <EmptyState title="No keys yet" action={create}>
            A program needs a key to call the API. A new key is shown only once, with a command that tries it.
          </EmptyState>
        }
      />
    </Page>
  )
}
