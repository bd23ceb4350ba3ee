import { useState } from 'preact/hooks'
import { withQuery } from '../../../api/client.ts'
import { planNames } from '../../../api/plans.ts'
import { useList } from '../../../api/use-list.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { useAddress } from '../../../ui/data/address.ts'
import { Listed } from '../../../ui/data/listed.tsx'
import { Select, TextField } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { to } from '../../../ui/link.ts'
import { Page } from '../../../ui/page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { User } from './user-data.ts'
import { UserTable } from './user-table.tsx'

const any = { value: '', label: 'Any' }
const PLANS = [any, ...planNames.map((value) => ({ value, label: value }))]
const STATUSES = [any, { value: 'active', label: 'active' }, { value: 'suspended', label: 'suspended' }]
const ROLES = [any, { value: 'user', label: 'user' }, { value: 'admin', label: 'administrator' }]
const oneOf = (choices: readonly { value: string }[], value: string | undefined) =>
  choices.find((choice) => choice.value === value)?.value ?? ''

/** All users; the search is in the URL. */
export default function Users() {
  const { query, replace } = useAddress()
  const [search, setSearch] = useState(query.search ?? '')
  const plan = oneOf(PLANS, query.plan)
  const status = oneOf(STATUSES, query.status)
  const role = oneOf(ROLES, query.role)
  const filters = { search: query.search?.slice(0, 254), plan, status, role }
  const isFiltered = Object.values(filters).some(Boolean)
  const list = useList<User>(withQuery('/v1/admin/users', { ...filters, limit: 50 }), 'users')
  const add = (
    <LinkButton kind="primary" href={to('/admin/users/new')}>
      Add user
    </LinkButton>
  )
  const clear = () => {
    setSearch('')
    replace({ search: undefined, plan: undefined, status: undefined, role: undefined })
  }
  return (
    <Page title="Users" intro="Everyone with an account on this server." actions={add}>
      <search>
        <Form class="filters" onSubmit={() => replace({ search: search.trim() })}>
          <TextField
            label="Search"
            type="search"
            placeholder="E-mail, name or id"
            maxLength={254}
            value={search}
            onValue={setSearch}
          />
          <Select label="Plan" value={plan} choices={PLANS} onValue={(value) => replace({ plan: value })} />
          <Select label="Status" value={status} choices={STATUSES} onValue={(value) => replace({ status: value })} />
          <Select label="Role" value={role} choices={ROLES} onValue={(value) => replace({ role: value })} />
          <Button type="submit">Search</Button>
        </Form>
      </search>
      <Listed
        list={list}
        empty={
          isFiltered ? (
            <EmptyState title="No users match" action={<Button onClick={clear}>Show all users</Button>}>
              The search looks in e-mail addresses, names and ids.
            </EmptyState>
          ) : (
            <EmptyState title="No users yet" action={add} />
          )
        }
      >
        {(rows) => <UserTable rows={rows} />}
      </Listed>
    </Page>
  )
}
