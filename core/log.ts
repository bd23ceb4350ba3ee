/**
 * Structured log on standard error. Fields are named by the code that writes them, never copied from a request, so that
 * no header, key or body can slip in.
 */
export interface Log {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** A log whose lines all carry these fields. */
  with(fields: LogFields): Log
}
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>
export type LogFormat = 'text' | 'json'

type Level = 'info' | 'warn' | 'error'

/** Line breaks and control characters would forge lines of the log. */
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f]+/g, ' ')
const shown = (value: unknown) =>
  typeof value === 'string' && /[\s"=]/.test(value) ? JSON.stringify(value) : String(value)

export function createLog(
  format: LogFormat,
  write: (line: string) => void = (line) => process.stderr.write(line),
  common: LogFields = {},
): Log {
  const say = (level: Level, message: string, fields: LogFields = {}) => {
    const all = Object.entries({ ...common, ...fields }).filter(([, value]) => value !== undefined)
    const time = new Date().toISOString()
    if (format === 'json') return write(`${JSON.stringify({ time, level, message, ...Object.fromEntries(all) })}\n`)
    write(
      `${oneLine([time, level.padEnd(5), message, ...all.map(([name, value]) => `${name}=${shown(value)}`)].join(' '))}\n`,
    )
  }
  return {
    info: (message, fields) => say('info', message, fields),
    warn: (message, fields) => say('warn', message, fields),
    error: (message, fields) => say('error', message, fields),
    with: (fields) => createLog(format, write, { ...common, ...fields }),
  }
}

/** An error and its causes in one line, for the log: names and messages, and the first place in our code. */
export function describeError(error: unknown): string {
  const parts: string[] = []
  for (let at: unknown = error; at instanceof Error && parts.length < 5; at = at.cause)
    parts.push(`${at.name}: ${at.message}`)
  const place =
    error instanceof Error ? /\((?:file:\/\/)?([^()]+:\d+:\d+)\)|at (\/\S+:\d+:\d+)/.exec(error.stack ?? '') : null
  return `${parts.join(' < ') || String(error)}${place ? ` at ${(place[1] ?? place[2])?.split('/').slice(-3).join('/')}` : ''}`
}
