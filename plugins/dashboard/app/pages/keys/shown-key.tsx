import { serviceAddress } from '../../service.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Code } from '../../ui/content/code.tsx'
import { formatTime } from '../../ui/format.ts'
import { to } from '../../ui/link.ts'
import { Page, Section } from '../../ui/page.tsx'
import type { CreatedApiKey } from './api-key.ts'
import { tryLine } from './try-line.ts'

/** A new key; it is shown only this once. */
export function ShownKey({ made }: { made: CreatedApiKey }) {
  const line = tryLine(made, serviceAddress)
  return (
    <Page
      title={`${made.name} was created`}
      intro="Copy the key now and keep it safe: the server stores only a hash of it, and cannot show it again."
    >
      <Section title="The key">
        <Code text={made.key} label="key" />
        {made.expiresAt !== null && <p class="hint">It expires on {formatTime(made.expiresAt)}.</p>}
      </Section>
      <Section title="Try it">
        {line ? (
          <Code text={line} language="shell" label="curl command" />
        ) : (
          <p class="muted">
            This key is restricted to certain endpoints. Call one of them with it: {made.endpoints?.join(', ')}
          </p>
        )}
        {made.allowedIps && <p class="hint">It is accepted only from {made.allowedIps.join(', ')}.</p>}
      </Section>
      <div class="actions">
        <LinkButton kind="primary" href={to('/keys')}>
          I have saved it
        </LinkButton>
      </div>
    </Page>
  )
}
