import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where Bun says that a file cannot be read as code. */
interface Position {
  file: string
  line: number
  column: number
}

/**
 * Why a module of the operator or of a third party could not be loaded, in one line: the reason, and the place in its
 * file where that is known. Bun tells the place beside its message, Deno within it, and what the module throws has it
 * in its stack.
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
