import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/**
 * Keeps the text that a value is parsed from, such as `0.0` on the way to `0.05`: it stays as typed, however the
 * value would be formatted, until the value is set from outside, for instance by an example.
 */
export function useWritten(value: unknown, write: (value: unknown) => string) {
  const [text, setText] = useState(() => write(value))
  const meant = useRef(value)
  // Before the next key: otherwise the previous one would look like a value from outside.
  useLayoutEffect(() => {
    if (value === meant.current) return
    meant.current = value
    setText(write(value))
  }, [value])
  return {
    text,
    /** The current text, and the value that it means. */
    take(next: string, value: unknown) {
      meant.current = value
      setText(next)
    },
  }
}
