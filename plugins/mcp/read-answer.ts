import { createPause } from 'weirjs'
import { decode, JsonScanner, type Token } from '../results/toolkit.ts'

/** Characters of a response that are parsed at a stretch. */
const SMALL = 64 * 1024
/** Formats of a page that no tool shows: tools read its `content`. */
const UNREAD: ReadonlySet<string> = new Set(['markdown', 'html', 'rawHtml', 'text'])

/**
 * Parses the JSON of a response, whose pages, if any, are at a given depth. They may have many megabytes: others may
 * run meanwhile, and formats that no tool shows are left out.
 */
export async function readAnswer({ body }: Response, pageDepth?: number): Promise<unknown> {
  const pause = createPause()
  const scanner = new JsonScanner()
  const builder = new Builder(pageDepth)
  const build = (tokens: Iterable<Token>) => {
    for (const token of tokens) builder.add(token)
  }
  let text = ''
  let isLong = false
  const decoder = new TextDecoder()
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    for (let at = 0; at < chunk.length; at += SMALL) {
      text += decoder.decode(chunk.subarray(at, at + SMALL), { stream: true })
      isLong ||= text.length > SMALL
      if (!isLong) continue
      build(scanner.scan(text))
      text = ''
      await pause()
    }
  }
  if (!isLong) return JSON.parse(text)
  build(scanner.end())
  return builder.value
}

type Container = unknown[] | Record<string, unknown>

/** Builds a value from its JSON tokens. */
class Builder {
  readonly #pageDepth: number | undefined
  readonly #open: { container: Container; name: string }[] = []
  #text = ''
  value: unknown

  constructor(pageDepth: number | undefined) {
    this.#pageDepth = pageDepth
  }

  add(token: Token) {
    if (token.kind === 'name') this.#open.at(-1)!.name = decode(token.json)
    else if (token.kind === 'value') this.#put(JSON.parse(token.json))
    else if (token.kind === 'close') this.#open.pop()
    else if (token.kind === 'text') this.#addText(token)
    else {
      const container: Container = token.list ? [] : {}
      this.#put(container)
      this.#open.push({ container, name: '' })
    }
  }

  #addText({ json, begins, ends }: Token & { kind: 'text' }) {
    if (this.#open.length === this.#pageDepth && UNREAD.has(this.#open.at(-1)!.name)) return
    this.#text = (begins ? '' : this.#text) + decode(json)
    if (ends) this.#put(this.#text)
  }

  #put(value: unknown) {
    const outer = this.#open.at(-1)
    if (!outer) this.value = value
    else if (Array.isArray(outer.container)) outer.container.push(value)
    // Not an assignment, for which `__proto__` would be more than a name.
    else Object.defineProperty(outer.container, outer.name, { value, writable: true, enumerable: true })
  }
}
