import { Tokenizer } from 'htmlparser2'
import { createPause } from 'weirjs'

/** The attributes of a tag, with names in lower case; the first of several equal names counts. */
export type Attributes = ReadonlyMap<string, string>

/** Receives the tags of a page in order. Names are in lower case; text and values are decoded. */
export interface TagListener {
  /** The names of the tags to report. */
  names: ReadonlySet<string>
  open(name: string, attributes: Attributes): void
  text(data: string): void
  close(name: string): void
}

/** Characters that are parsed at a time. */
const SLICE = 64 * 1024
/** The most attributes of a tag and characters of a value; beyond that nothing matters for a map. */
const MAX_ATTRIBUTES = 200
const MAX_VALUE = 16 * 1024

/**
 * Reads the tags of a page one by one. It builds no tree and ignores nesting, so that deep nesting takes no more time
 * than flat text. A long page is read in slices, with pauses for other requests.
 */
export async function readTags(html: string, { names, open, text, close }: TagListener): Promise<void> {
  const slice = (start: number, end: number) => html.slice(start, end)
  let tag: string | undefined
  let attribute = ''
  let value = ''
  let attributes = new Map<string, string>()
  const end = () => {
    if (tag !== undefined) open(tag, attributes)
    tag = undefined
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(from, to) {
        const name = slice(from, to).toLowerCase()
        tag = names.has(name) ? name : undefined
        if (tag !== undefined) attributes = new Map()
      },
      onattribname(from, to) {
        if (tag === undefined) return
        attribute = slice(from, to).toLowerCase()
        value = ''
      },
      onattribdata(from, to) {
        if (tag !== undefined && value.length < MAX_VALUE) value += slice(from, Math.min(to, from + MAX_VALUE))
      },
      onattribentity(code) {
        if (tag !== undefined && value.length < MAX_VALUE) value += String.fromCodePoint(code)
      },
      onattribend() {
        if (tag !== undefined && attributes.size < MAX_ATTRIBUTES && !attributes.has(attribute))
          attributes.set(attribute, value)
      },
      onopentagend: end,
      onselfclosingtag() {
        const name = tag
        end()
        // HTML elements cannot close themselves, but those of drawings can.
        if (name === 'svg') close(name)
      },
      onclosetag(from, to) {
        const name = slice(from, to).toLowerCase()
        if (names.has(name)) close(name)
      },
      ontext: (from, to) => text(slice(from, to)),
      ontextentity: (code) => text(String.fromCodePoint(code)),
      oncdata() {},
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  )
  const pause = createPause()
  for (let at = 0; at < html.length; at += SLICE) {
    tokenizer.write(html.slice(at, at + SLICE))
    await pause()
  }
  tokenizer.end()
}
