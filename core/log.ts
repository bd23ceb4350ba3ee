/**
 * Structured log on standard error. Fields are named by the code that writes them, never copied from a request, so
 * that no header, key or body can leak into it.
 */
export interface Log {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** A log that adds these fields to every line. */
  with(fields: LogFields): Log
}
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>
export type LogFormat = 'text' | 'json'

type Level = 'info' | 'warn' | 'error'

const plain = /^[^\u0000-\u0020"=\u007f]*$/
/** Quoted where it could be read as more than one value: line breaks would forge lines of the log. */
const shown = (value: string | number | boolean | null) =>
  typeof value === 'string' && !plain.test(value) ? JSON.stringify(value).replaceAll('\u007f', ' ') : value

/** Writes to standard error once per turn of the event loop, because a write costs more than building the line. */
function turnwise(): (line: string) => void {
  let waiting = ''
  const flush = () => {
    if (waiting !== '') process.stderr.write(waiting)
    waiting = ''
  }
  process.once('exit', flush)
  return (line) => {
    if (waiting === '') setImmediate(flush)
    waiting += line
  }
}

/** The time of day as text, formatted once per millisecond. */
let stamped = 0
let stamp = ''
function timestamp(): string {
  const now = Date.now()
  if (now !== stamped) {
    stamped = now
    stamp = new Date(now).toISOString()
  }
  return stamp
}

const padded: Record<Level, string> = { info: 'info ', warn: 'warn ', error: 'error' }

/** The fields after a message. */
function fieldsText(fields: LogFields): string {
  let text = ''
  for (const name in fields) {
    const value = fields[name]
    if (value !== undefined) text += ` ${name}=${shown(value)}`
  }
  return text
}

export function createLog(format: LogFormat, write: (line: string) => void = turnwise(), common: LogFields = {}): Log {
  const always = fieldsText(common)
  const hasCommon = always !== ''
  const say = (level: Level, message: string, fields: LogFields = {}) => {
    if (format === 'json') {
      // The fields without copying: a copy costs as much as writing them.
      const more = JSON.stringify(hasCommon ? { ...common, ...fields } : fields).slice(1)
      const start = `{"time":"${timestamp()}","level":"${level}","message":${JSON.stringify(message)}`
      return write(`${start}${more === '}' ? '' : ','}${more}\n`)
    }
    const oneLine = plain.test(message) ? message : message.replace(/[\u0000-\u001f\u007f]+/g, ' ')
    write(`${timestamp()} ${padded[level]} ${oneLine}${always}${fieldsText(fields)}\n`)
  }
  return {
    info: (message, fields) => say('info', message, fields),
    warn: (message, fields) => say('warn', message, fields),
    error: (message, fields) => say('error', message, fields),
    with: (fields) => createLog(format, write, { ...common, ...fields }),
  }
}

/** The most characters of one message: it may be in the words of another server. */
const MAX_MESSAGE = 1000

/** An error and its causes in one line for the log: names and messages, and the first location in our code. */
export function describeError(error: unknown): string {
  const parts: string[] = []
  for (let at: unknown = error; at instanceof Error && parts.length < 5; at = at.cause)
    parts.push(`${at.name}: ${at.message.slice(0, MAX_MESSAGE)}`)
  const place =
    error instanceof Error ? /\((?:file:\/\/)?([^()]+:\d+:\d+)\)|at (\/\S+:\d+:\d+)/.exec(error.stack ?? '') : null
  return `${parts.join(' < ') || String(error)}${place ? ` at ${(place[1] ?? place[2])?.split('/').slice(-3).join('/')}` : ''}`
}
