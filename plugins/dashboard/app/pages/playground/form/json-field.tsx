import { useEffect, useRef, useState } from 'preact/hooks'
import { TextArea } from '../../../ui/field.tsx'

interface JsonFieldProps {
  label: string
  hint: string
  error?: string
  required?: boolean
  value: unknown
  onValue(value: unknown): void
}

const write = (value: unknown) => (value === undefined ? '' : JSON.stringify(value, null, 2))

/** A value that is written as JSON. */
export function JsonField({ label, hint, error, required, value, onValue }: JsonFieldProps) {
  const [text, setText] = useState(write(value))
  const [fault, setFault] = useState<string>()
  const given = useRef(value)
  useEffect(() => {
    // Set from outside, by an example: what is written here gives way.
    if (value !== given.current) {
      given.current = value
      setText(write(value))
      setFault(undefined)
    }
  }, [value])
  const change = (next: string) => {
    setText(next)
    try {
      given.current = next.trim() === '' ? undefined : JSON.parse(next)
      setFault(undefined)
      onValue(given.current)
    } catch (reason) {
      setFault(`This is no JSON yet: ${(reason as Error).message}`)
    }
  }
  return (
    <TextArea
      label={label}
      hint={hint}
      error={fault ?? error}
      required={required}
      rows={Math.min(16, Math.max(3, text.split('\n').length))}
      spellcheck={false}
      value={text}
      onValue={change}
    />
  )
}
