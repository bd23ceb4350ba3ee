import { TextField } from '../../../ui/form/field.tsx'
import type { Schema } from '../document.ts'
import { useWritten } from './written.ts'

interface NumberFieldProps {
  label: string
  hint: string
  error?: string
  schema: Schema
  placeholder?: string
  value: unknown
  onValue(value: number | undefined): void
}

const write = (value: unknown) => (value === undefined ? '' : String(value))

/** A number within the limits of its schema. */
export function NumberField({ schema, value, onValue, ...shown }: NumberFieldProps) {
  const { text, take } = useWritten(value, write)
  const change = (next: string) => {
    const meant = next === '' ? undefined : Number(next)
    take(next, meant)
    onValue(meant)
  }
  return (
    <TextField
      {...shown}
      type="number"
      min={schema.minimum}
      max={schema.maximum}
      step={schema.type === 'integer' ? 1 : 'any'}
      value={text}
      onValue={change}
    />
  )
}
