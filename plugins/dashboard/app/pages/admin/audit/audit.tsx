import { useState } from 'preact/hooks'
import { withQuery } from '../../../api/client.ts'
import { useList } from '../../../api/use-list.ts'
import { Button } from '../../../ui/button.tsx'
import { useAddress } from '../../../ui/data/address.ts'
import { Listed } from '../../../ui/data/listed.tsx'
import { TextField } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Page } from '../../../ui/page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { AuditEntry } from './audit-entry.ts'
import { AuditTable } from './audit-table.tsx'

const NAMES = ['actor', 'action', 'target', 'since', 'until'] as const
type Filters = Record<(typeof NAMES)[number], string>

/** The start of a local day in the API's format; `plus` days later. */
function dayStart(date: string, plus: number): string | undefined {
  const [year, month, day] = date.split('-').map(Number)
  const at = new Date(year ?? Number.NaN, (month ?? 1) - 1, (day ?? 1) + plus)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** Who changed what; the filters are in the URL. */
export default function Audit() {
  const { query, replace } = useAddress()
  const asked = Object.fromEntries(NAMES.map((name) => [name, query[name] ?? ''])) as Filters
  const [draft, setDraft] = useState(asked)
  const change = (name: keyof Filters) => (value: string) => setDraft({ ...draft, [name]: value })
  const { since, until, ...others } = asked
  const path = withQuery('/v1/admin/audit', {
    ...others,
    since: since && dayStart(since, 0),
    // The last day is included.
    until: until && dayStart(until, 1),
    limit: 50,
  })
  const list = useList<AuditEntry>(path, 'entries')
  const apply = (filters: Filters) => {
    setDraft(filters)
    replace(filters)
  }
  const clear = () => apply({ actor: '', action: '', target: '', since: '', until: '' })
  const isFiltered = NAMES.some((name) => asked[name] !== '')
  return (
    <Page title="Audit log" intro="Who changed what, when and from where.">
      <search>
        <Form
          class="filters"
          onSubmit={() => apply(Object.fromEntries(NAMES.map((name) => [name, draft[name].trim()])) as Filters)}
        >
          <TextField label="Who" placeholder="E-mail address" value={draft.actor} onValue={change('actor')} />
          <TextField label="Action" placeholder="user.changed" value={draft.action} onValue={change('action')} />
          <TextField
            label="Target"
            placeholder="Id or e-mail address"
            value={draft.target}
            onValue={change('target')}
          />
          <TextField label="From" type="date" value={draft.since} onValue={change('since')} />
          <TextField label="To" type="date" value={draft.until} onValue={change('until')} />
          <div class="actions">
            <Button type="submit">Search</Button>
            {isFiltered && (
              <Button kind="quiet" onClick={clear}>
                Clear
              </Button>
            )}
          </div>
        </Form>
      </search>
      <Listed
        list={list}
        empty={
          <EmptyState title={isFiltered ? 'No entries match' : 'No entries yet'}>
            Changes to users, keys, plans, limits and passwords are recorded here.
          </EmptyState>
        }
      >
        {(rows) => <AuditTable rows={rows} onChoose={(filter) => apply({ ...asked, ...filter })} />}
      </Listed>
    </Page>
  )
}
