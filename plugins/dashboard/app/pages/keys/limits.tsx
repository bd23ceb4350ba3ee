import type { Failure } from '../../api/failure.ts'
import { isAdministrator } from '../../api/session.ts'
import { errorOf, Switch, TextArea, TextField } from '../../ui/form/field.tsx'
import type { Draft } from './new-key.ts'
import { permissions } from './permissions.ts'
import { PlanGate } from './plan-gate.tsx'

interface LimitsProps {
  draft: Draft
  change(changes: Partial<Draft>): void
  failure: Failure | undefined
}

/** The restrictions of a key, by the plan that includes each. */
export function Limits({ draft, change, failure }: LimitsProps) {
  const toggle = (name: string, isChosen: boolean) =>
    change({
      permissions: isChosen ? [...draft.permissions, name] : draft.permissions.filter((other) => other !== name),
    })
  const isNothing = draft.isNarrow && draft.permissions.length === 0
  return (
    <>
      <PlanGate title="Permissions and rate limits" needs="pro">
        <Switch
          label="Allow only selected permissions"
          hint={`Otherwise the key may do everything that you may${isAdministrator() ? ', including administration' : ''}.`}
          checked={draft.isNarrow}
          onChecked={(isNarrow) => change({ isNarrow })}
        />
        {draft.isNarrow && (
          <fieldset class="choices" aria-label="Permissions">
            {permissions().map(({ name, label }) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={draft.permissions.includes(name)}
                  onChange={(event) => toggle(name, event.currentTarget.checked)}
                />
                {label}
              </label>
            ))}
          </fieldset>
        )}
        {isNothing && <p class="hint">Choose at least one.</p>}
        {errorOf(failure, 'permissions') && <p class="field-error">{errorOf(failure, 'permissions')}</p>}
        <div class="pair">
          <TextField
            label="Requests per hour"
            hint="In addition to the limit of your plan."
            type="number"
            min={1}
            optional
            value={draft.perHour}
            onValue={(perHour) => change({ perHour })}
            error={errorOf(failure, 'rateLimit.requestsPerHour')}
          />
          <TextField
            label="Requests per day"
            hint="In addition to the limit of your plan."
            type="number"
            min={1}
            optional
            value={draft.perDay}
            onValue={(perDay) => change({ perDay })}
            error={errorOf(failure, 'rateLimit.requestsPerDay')}
          />
        </div>
      </PlanGate>
      <PlanGate title="Further restrictions" needs="enterprise">
        <Switch
          label="Read only"
          hint="The key can read jobs, results and usage, but cannot start or change anything."
          checked={draft.readOnly}
          onChecked={(readOnly) => change({ readOnly })}
        />
        <TextArea
          label="Allowed IP addresses"
          hint="IP addresses or networks from which the key may be used, one per line, such as 203.0.113.0/24."
          optional
          rows={2}
          spellcheck={false}
          value={draft.allowedIps}
          onValue={(allowedIps) => change({ allowedIps })}
          error={errorOf(failure, 'allowedIps')}
        />
        <TextArea
          label="Endpoints"
          hint="Paths that the key may call, one per line. * stands for anything, as in /v1/jobs/*."
          optional
          rows={2}
          spellcheck={false}
          value={draft.endpoints}
          onValue={(endpoints) => change({ endpoints })}
          error={errorOf(failure, 'endpoints')}
        />
      </PlanGate>
    </>
  )
}
