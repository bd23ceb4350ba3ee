import { TextArea } from '../../../ui/form/field.tsx'
import { useWritten } from './written.ts'

interface JsonFieldProps {
  label: string
  hint: string
  error?: string
  required?: boolean
  value: unknown
  onValue(value: unknown): void
}

const write = (value: unknown) => (value === undefined ? '' : JSON.stringify(value, null, 2))

/** The value of a text, or why it has none. */
function read(text: string): { value: unknown } | { fault: string } {
  try {
    return { value: text.trim() === '' ? undefined : (JSON.parse(text) as unknown) }
  } catch (reason) {
    return { fault: `This is not valid JSON: ${(reason as Error).message}` }
  }
}

/** A value typed as JSON. */
export function JsonField({ value, error, onValue, ...shown }: JsonFieldProps) {
  const { text, take } = useWritten(value, write)
  const change = (next: string) => {
    const found = read(next)
    if ('fault' in found) return take(next, value)
    take(next, found.value)
    onValue(found.value)
  }
  const found = read(text)
  return (
    <TextArea
      {...shown}
      error={error}
      fault={'fault' in found ? found.fault : undefined}
      rows={Math.min(16, Math.max(3, text.split('\n').length))}
      spellcheck={false}
      value={text}
      onValue={change}
    />
  )
}
