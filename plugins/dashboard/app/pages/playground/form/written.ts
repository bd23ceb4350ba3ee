import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/**
 * The text that a value is read from, such as `0.0` on the way to `0.05`: what is written stays as it is, however the
 * value would be written, until the value is set from outside, by an example.
 */
export function useWritten(value: unknown, write: (value: unknown) => string) {
  const [text, setText] = useState(() => write(value))
  const meant = useRef(value)
  // Before the next key: later, what came before it would look like a value from outside.
  useLayoutEffect(() => {
    if (value === meant.current) return
    meant.current = value
    setText(write(value))
  }, [value])
  return {
    text,
    /** What is written now, and the value that it means. */
    take(next: string, value: unknown) {
      meant.current = value
      setText(next)
    },
  }
}
