import { sourcesBelow } from '../../tests/imports.ts'

/** A method of the TypeScript client. */
export interface Word {
  name: string
  does: 'call' | 'download' | 'stream'
  method: string
  path: string
  doc?: string
}
export interface Capability {
  /** Its name in a client: `files`. */
  name: string
  doc: string
  words: Word[]
}

/** Reads the names of methods, which both clients share, from the sources of the TypeScript client. */
export async function readWords(): Promise<Capability[]> {
  const sources = Object.fromEntries(await sourcesBelow('core/client'))
  const capabilities: Capability[] = []
  for (const [, name = '', made = ''] of (sources['core/client/weir.ts'] ?? '').matchAll(
    /this\.(\w+) = (\w+)\(caller\)/g,
  )) {
    const file = Object.values(sources).find((source) => source.includes(`export function ${made}(`))
    if (file === undefined) throw new Error(`core/client has no function ${made}`)
    const doc = file.match(new RegExp(`/\\*\\* (.*) \\*/\\nexport function ${made}\\(`))?.[1] ?? ''
    capabilities.push({ name, doc, words: wordsOf(file) })
  }
  return capabilities
}

function wordsOf(source: string): Word[] {
  // An entry begins at a line with four spaces and a name; a docstring before it is part of it.
  const entries = source.split(/\n(?= {4}(?:\/\*\*|\w+: \())/)
  const words: Word[] = []
  let doc: string | undefined
  for (const entry of entries) {
    const text = /^ {4}\/\*\*(.*?)\*\//s.exec(entry)?.[1]
    if (text !== undefined)
      doc = text
        .split('@example')[0]!
        .replace(/\s[\s*]*/g, ' ')
        .trim()
    const [, name] = /^ {4}(\w+): \(/m.exec(entry) ?? []
    if (name === undefined) continue
    const [, does, method, path] = /(call|download)\('([A-Z]+)', '([^']+)'/.exec(entry) ?? []
    const [, streamed = entry.includes('eventsOf(') ? '/v1/jobs/{jobId}/stream' : undefined] =
      /path: '(\/[^']+)'/.exec(entry) ?? []
    if (method !== undefined && path !== undefined) words.push({ name, does: does as 'call', method, path, doc })
    else if (streamed !== undefined) words.push({ name, does: 'stream', method: 'GET', path: streamed, doc })
    else throw new Error(`core/client: what ${name} calls is not seen`)
    doc = undefined
  }
  return words
}
