import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where Bun reports that a file cannot be parsed. */
interface Position {
  file: string
  line: number
  column: number
}

/**
 * Why a module of the operator or a third party could not be loaded, in one line: the reason, and the position in its
 * file if known. Bun reports the position beside its message, Deno within it; errors thrown by the module have it in
 * their stack.
 */
export function loadFailure(error: unknown, file: string): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  if (!(first instanceof Error)) return String((first as { message?: unknown })?.message ?? first)
  const { position } = first as Error & { position?: Position | null }
  const text = `${first.message}\n${first.stack ?? ''}`
  const place = position
    ? `${relative(process.cwd(), position.file) || position.file}:${position.line}:${position.column}`
    : text.match(/(?:file:\/\/)?\/[^\s()]+:\d+:\d+/g)?.find((at) => pathOf(at).startsWith(file))
  const reason = (first.message.split('\n')[0] ?? '').replace(/^SyntaxError: /, '')
  return place ? `${reason} at ${pathOf(place)}` : reason
}

const pathOf = (place: string) => (place.startsWith('file://') ? fileURLToPath(place) : place)
