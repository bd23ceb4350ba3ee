import { Select, Switch, TextArea, TextField } from '../../../ui/form/field.tsx'
import type { Schema } from '../document.ts'
import { hintOf, isSynonym, kindOf, labelOf } from './field-kind.ts'
import { JsonField } from './json-field.tsx'
import { LinesField } from './lines-field.tsx'
import { NumberField } from './number-field.tsx'
import { type Values, valueAt } from './paths.ts'

export interface FormState {
  values: Values
  set(path: string, value: unknown): void
  /** The service's error for the field at a path. */
  errorAt(path: string): string | undefined
}

interface SchemaFieldProps {
  path: string
  schema: Schema
  required?: boolean
  form: FormState
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
/** The field of one parameter, according to its schema. Defaults that are not changed are not sent. */
export function SchemaField({ path, schema, required, form }: SchemaFieldProps) {
  const kind = kindOf(schema)
  const label = labelOf(path.slice(path.lastIndexOf('.') + 1))
  const hint = hintOf(schema)
  const error = form.errorAt(path)
  const value = valueAt(form.values, path)
  const set = (next: unknown) => form.set(path, next)
  const placeholder = schema.default === undefined ? undefined : `${shown(schema.default)}`

  switch (kind) {
    case 'switch':
      return (
        <Switch
          label={label}
          hint={hint}
          checked={(value ?? schema.default ?? false) === true}
          onChecked={(checked) => set(checked === (schema.default ?? false) ? undefined : checked)}
        />
      )
    case 'choice': {
      const first = schema.default === undefined ? 'Not set' : `${shown(schema.default)} (default)`
      const others = (schema.enum ?? []).filter((one) => one !== schema.default).map(String)
      return (
        <Select
          label={label}
          hint={hint}
          error={error}
          value={value === undefined ? '' : String(value)}
          choices={[{ value: '', label: first }, ...others]}
          onValue={(next) => set(next === '' ? undefined : next)}
        />
      )
    }
    case 'choices':
      return <Choices label={label} hint={hint} error={error} schema={schema} value={value} onValue={set} />
    case 'number':
      return (
        <NumberField
          label={label}
          hint={hint}
          error={error}
          schema={schema}
          placeholder={placeholder}
          value={value}
          onValue={set}
        />
      )
    case 'lines':
      return <LinesField label={label} hint={hint} error={error} value={value} onValue={set} />
    case 'text':
    case 'long': {
      const Control = kind === 'text' ? TextField : TextArea
      return (
        <Control
          label={label}
          hint={hint}
          error={error}
          name={path}
          required={required}
          spellcheck={false}
          placeholder={placeholder ?? (schema.examples?.[0] === undefined ? undefined : shown(schema.examples[0]))}
          value={value === undefined ? '' : String(value)}
          onValue={(next) => set(next === '' ? undefined : next)}
        />
      )
    }
    case 'group':
      return (
        <fieldset class="option-group">
          <legend>{label}</legend>
          {schema.description && <p class="hint">{schema.description.replaceAll('`', '')}</p>}
          {Object.entries(schema.properties ?? {})
            .filter(([, property]) => !isSynonym(property))
            .map(([name, property]) => (
              <SchemaField key={name} path={`${path}.${name}`} schema={property} form={form} />
            ))}
        </fieldset>
      )
    case 'json':
      return <JsonField label={label} hint={hint} error={error} required={required} value={value} onValue={set} />
  }
}

interface ChoicesProps {
  label: string
  hint: string
  error?: string
  schema: Schema
  value: unknown
  onValue(value: unknown): void
}

/** Several values out of a few. */
function Choices({ label, hint, error, schema, value, onValue }: ChoicesProps) {
  const initial = (schema.default as unknown[] | undefined) ?? []
  const chosen = Array.isArray(value) ? value : initial
  const toggle = (one: unknown) => {
    const next = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]
    const isDefault = next.length === initial.length && next.every((each) => initial.includes(each))
    onValue(next.length === 0 || isDefault ? undefined : next)
  }
  return (
    <fieldset class="field">
      <legend>{label}</legend>
      {hint && <p class="hint">{hint}</p>}
      <div class="choices">
        {schema.items?.enum?.map((one) => (
          <label key={String(one)}>
            <input type="checkbox" checked={chosen.includes(one)} onChange={() => toggle(one)} />
            {String(one)}
          </label>
        ))}
      </div>
      {error && <p class="field-error">{error}</p>}
    </fieldset>
  )
}
