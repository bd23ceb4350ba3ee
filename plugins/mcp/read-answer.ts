import { createPause } from 'weirjs'
import { decode, JsonScanner, type Token } from '../results/toolkit.ts'

/** Characters of an answer that are parsed in one go. */
const SMALL = 64 * 1024
/** What a page says in forms that no tool shows: it is its `content` that is read. */
const UNREAD: ReadonlySet<string> = new Set(['markdown', 'html', 'rawHtml', 'text'])

/**
 * Reads the JSON of an answer, in which pages, if any, stand so deep. They may have many megabytes: others are served
 * meanwhile, and forms of them that no tool shows are left out.
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

/** Makes a value of the parts of its JSON. */
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
    // Not an assignment: it would take `__proto__` for more than a name.
    else Object.defineProperty(outer.container, outer.name, { value, writable: true, enumerable: true })
  }
}
