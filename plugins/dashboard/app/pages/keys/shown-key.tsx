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
      intro="Copy the key now and keep it safe: the server keeps only its fingerprint, and cannot show it again."
    >
      <Section title="The key">
        <Code text={made.key} label="key" />
        {made.expiresAt !== null && <p class="hint">It expires on {formatTime(made.expiresAt)}.</p>}
      </Section>
      <Section title="Try it">
        {line ? (
          <Code text={line} language="shell" label="curl line" />
        ) : (
          <p class="muted">Its endpoints are bounded: call one of {made.endpoints?.join(', ')} with it.</p>
        )}
        {made.allowedIps && <p class="hint">It is taken from {made.allowedIps.join(', ')} alone.</p>}
      </Section>
      <div class="actions">
        <LinkButton kind="primary" href={to('/keys')}>
          I have kept it
        </LinkButton>
      </div>
    </Page>
  )
}
