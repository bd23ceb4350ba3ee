import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { to } from '../../ui/link.ts'
import { toast } from '../../ui/toast.tsx'
import { bodyOf, type Draft, type FieldOf } from './draft.ts'
import { NotificationFields } from './notification-fields.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import type { Monitor } from './types.ts'

/** Fields whose errors are shown next to them. */
const BESIDE = [
  'url',
  'name',
  'schedule',
  'timezone',
  'tags',
  'options.selector',
  'options.ignore',
  'options.threshold',
  'more',
]

interface Props {
  initial: Draft
  /** The monitor to edit; without one, a new one is created. */
  monitor?: Monitor
}

/** All settings of a monitor. */
export function MonitorForm({ initial, monitor }: Props) {
  const { route } = useLocation()
  const [draft, setDraft] = useState(initial)
  const { isBusy, failure, run } = useAction()
  // An error in one entry of a list is shown at the list.
  const parameter = failure?.parameter?.split(/\.\d/)[0]
  const field: FieldOf = (name, called = name) => ({
    value: draft[name],
    onValue: (value) => setDraft({ ...draft, [name]: value }),
    error: parameter === called ? failure?.message : undefined,
  })

  const submit = () =>
    run(async () => {
      const body = bodyOf(draft, monitor && initial)
      const path = monitor ? `/v1/monitors/${monitor.id}` : '/v1/monitors'
      const answer = await call<{ monitorId?: string }>(monitor ? 'PATCH' : 'POST', path, { body })
      for (const warning of answer.body.warnings ?? []) toast(warning)
      toast(monitor ? 'The monitor was changed' : 'The monitor was created')
      route(to(`/monitors/${monitor?.id ?? answer.body.data.monitorId}`))
    })

  const isBeside = parameter !== undefined && BESIDE.includes(parameter)
  return (
    <Form class="form monitor-form" failure={isBeside ? undefined : failure} onSubmit={submit}>
      <TextField label="Page" type="url" required placeholder="https://example.com/prices" {...field('url')} />
      <TextField label="Name" required maxLength={200} {...field('name')} />
      <ScheduleFields field={field} />
      <ChangeFields field={field} />
      <NotificationFields field={field} hidden={monitor?.hiddenOptions ?? []} />
      <TextField
        label="Tags"
        optional
        hint="Separated by commas. The list of monitors can be filtered by a tag."
        {...field('tags')}
      />
      <TextArea
        label="Further options"
        optional
        hint="Any parameters of a scrape as JSON, such as an engine or a language. When you edit a monitor, an option that you leave out keeps its value."
        placeholder='{"javascript": true, "includeScreenshot": true}'
        spellcheck={false}
        {...field('more')}
      />
      <footer class="actions">
        <Button kind="primary" type="submit" busy={isBusy}>
          {monitor ? 'Save' : 'Create monitor'}
        </Button>
        <LinkButton href={to(monitor ? `/monitors/${monitor.id}` : '/monitors')}>Cancel</LinkButton>
      </footer>
    </Form>
  )
}

/** The fields that decide what counts as a change. */
function ChangeFields({ field }: { field: FieldOf }) {
  return (
    <fieldset>
      <legend>What counts as a change</legend>
      <TextField
        label="Part of the page"
        optional
        hint="A CSS selector. Without it, the main content is compared."
        placeholder="#prices"
        spellcheck={false}
        {...field('selector', 'options.selector')}
      />
      <TextArea
        label="Ignore"
        optional
        hint="Regular expressions, one per line. Text that they match is not compared."
        placeholder="\d+ visitors"
        rows={3}
        spellcheck={false}
        {...field('ignore', 'options.ignore')}
      />
      <TextField
        label="Smallest change to report, in percent of the text"
        optional
        type="number"
        min={0}
        max={100}
        step="any"
        hint="Without it, every change is reported."
        {...field('threshold', 'options.threshold')}
      />
    </fieldset>
  )
}
