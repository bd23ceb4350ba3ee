import { TextArea } from '../../../ui/form/field.tsx'
import { useWritten } from './written.ts'

interface LinesFieldProps {
  label: string
  hint: string
  error?: string
  value: unknown
  onValue(value: readonly string[] | undefined): void
}

const write = (value: unknown) => (Array.isArray(value) ? value.join('\n') : '')

/** Several texts, one per line. */
export function LinesField({ hint, value, onValue, ...shown }: LinesFieldProps) {
  const { text, take } = useWritten(value, write)
  const change = (next: string) => {
    const lines = next.split('\n').filter((line) => line.trim() !== '')
    const meant = lines.length === 0 ? undefined : lines
    take(next, meant)
    onValue(meant)
  }
  return (
    <TextArea
      {...shown}
      hint={`${hint}${hint ? '. ' : ''}One per line`}
      rows={Math.min(8, Math.max(2, text.split('\n').length))}
      spellcheck={false}
      value={text}
      onValue={change}
    />
  )
}
