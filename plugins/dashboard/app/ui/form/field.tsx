import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'
import type { Failure } from '../../api/failure.ts'

interface FieldProps {
  label: string
  /** One short sentence below the label. */
  hint?: ComponentChildren
  /** What is wrong with the value, and what is allowed. */
  error?: string
  optional?: boolean
  /** Receives the attributes that connect the control with its label, hint and error. */
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ComponentChildren
}

/** A control with its label, hint and error. */
function Field({ label, hint, error, optional, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>
        {label}
        {optional && <span class="optional"> optional</span>}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true as const } : {}),
      })}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

type Shown = Pick<FieldProps, 'label' | 'hint' | 'error' | 'optional'>
interface InputProps extends Shown {
  value: string
  onValue(value: string): void
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'search' | 'date' | 'datetime-local'
  name?: string
  placeholder?: string
  autocomplete?: string
  required?: boolean
  disabled?: boolean
  readOnly?: boolean
  spellcheck?: boolean
  min?: number
  max?: number
  step?: number | 'any'
  minLength?: number
  maxLength?: number
  /** The id of a datalist. */
  list?: string
  /** Empty for a field outside any form: Enter submits nothing. */
  form?: ''
}

export function TextField({ label, hint, error, optional, value, onValue, ...input }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <input
          class="input"
          {...(input as InputHTMLAttributes<HTMLInputElement>)}
          {...control}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface AreaProps extends Shown {
  value: string
  onValue(value: string): void
  name?: string
  placeholder?: string
  required?: boolean
  spellcheck?: boolean
  rows?: number
  maxLength?: number
  /** Why the text cannot be parsed: its form cannot be submitted until that is corrected. */
  fault?: string
}

export function TextArea({ label, hint, error, optional, value, onValue, fault, ...area }: AreaProps) {
  return (
    <Field label={label} hint={hint} error={fault ?? error} optional={optional}>
      {(control) => (
        <textarea
          class="input"
          rows={4}
          ref={(element) => element?.setCustomValidity(fault ?? '')}
          {...area}
          {...control}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

export type Choice<V extends string = string> = V | { value: V; label: string }

interface SelectProps<V extends string> extends Shown {
  value: V
  choices: readonly Choice<V>[]
  onValue(value: V): void
}

export function Select<V extends string>({ label, hint, error, optional, value, choices, onValue }: SelectProps<V>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <select class="input" {...control} value={value} onChange={(event) => onValue(event.currentTarget.value as V)}>
          {choices.map((choice) => {
            const { value: one, label: shown } = typeof choice === 'string' ? { value: choice, label: choice } : choice
            return (
              <option key={one} value={one} selected={one === value}>
                {shown}
              </option>
            )
          })}
        </select>
      )}
    </Field>
  )
}

interface SwitchProps {
  label: string
  hint?: ComponentChildren
  checked: boolean
  disabled?: boolean
  onChecked(checked: boolean): void
}

/** Takes effect at once, or with its form. */
export function Switch({ label, hint, checked, disabled, onChecked }: SwitchProps) {
  const id = useId()
  return (
    <div class="switch">
      <input
        type="checkbox"
        role="switch"
        id={id}
        checked={checked}
        disabled={disabled}
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChecked(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** The failure's message if it is about this field; `names` are the API's names for it. */
export const errorOf = (failure: Failure | undefined, ...names: string[]) =>
  failure?.parameter !== undefined && names.includes(failure.parameter) ? failure.message : undefined
