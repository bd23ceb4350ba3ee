import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { errorOf, Select, TextField } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { to } from '../../ui/link.ts'
import { Page } from '../../ui/page.tsx'
import type { CreatedApiKey } from './api-key.ts'
import { Limits } from './limits.tsx'
import { bodyOf, type Draft, emptyDraft } from './new-key.ts'
import { ShownKey } from './shown-key.tsx'

const EXPIRIES = [
  { value: 'never', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a certain day' },
]

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

export default function CreateKey() {
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [made, setMade] = useState<CreatedApiKey>()
  const action = useAction()
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  if (made) return <ShownKey made={made} />

  const submit = () =>
    action.run(async () => setMade(await api.post<CreatedApiKey>('/v1/auth/api-keys', bodyOf(draft))))
  return (
    <Page title="Create a key" intro="A key can do everything that you can, unless you restrict it here.">
      <Form class="key-form" failure={action.failure} onSubmit={submit}>
        <TextField
          label="Name"
          hint="Helps you recognise it later, for example by the program that uses it."
          value={draft.name}
          onValue={(name) => change({ name })}
          maxLength={100}
          placeholder="API key"
          optional
          error={errorOf(action.failure, 'name')}
        />
        <div class="pair">
          <Select
            label="Expires"
            value={draft.expires}
            choices={EXPIRIES}
            onValue={(expires) => change({ expires, date: draft.date || tomorrow() })}
            error={errorOf(action.failure, 'expiresAt')}
          />
          {draft.expires === 'date' && (
            <TextField label="Last day" type="date" required value={draft.date} onValue={(date) => change({ date })} />
          )}
        </div>
        <Limits draft={draft} change={change} failure={action.failure} />
        <div class="actions">
          <Button kind="primary" type="submit" busy={action.isBusy}>
            Create key
          </Button>
          <LinkButton href={to('/keys')}>Cancel</LinkButton>
        </div>
      </Form>
    </Page>
  )
}
