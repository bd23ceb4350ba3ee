import type { Room } from '../../budget.ts'
import { TextBuilder } from '../../text-builder.ts'

export type BlockKind = 'para' | 'heading' | 'code' | 'table' | 'rule' | 'term' | 'empty' | ContainerKind
export type ContainerKind = 'quote' | 'list' | 'item' | 'definition' | 'note'

/**
 * More deeply nested containers are written as part of their parent, because every line repeats the markers of all of
 * them.
 */
const MAX_CONTAINERS = 24

interface Container {
  kind: ContainerKind | 'root'
  /** The start of its first line, after the prefixes of its parents. */
  marker: string
  /** The start of its further lines, including the prefixes of its parents. */
  prefix: string
  /** Whether any of its content has been written. */
  started: boolean
  /** The kind of the last block written in it. */
  last: BlockKind | null
  /** The marker of the last list written in it; for a list, its own. */
  listMark: string
  /** For a list and its items: whether there are no blank lines between them. */
  tight: boolean
}

/**
 * Writes the lines of a Markdown document: blocks, one below the other, in containers that start each line with a
 * prefix. A container is written with its first block, so that an empty one leaves nothing.
 */
export class BlockWriter {
  readonly #out = new TextBuilder()
  readonly #plain: boolean
  readonly #room: Room
  /** Set once a block did not fit; it was the last. */
  #isClosed = false
  readonly #containers: Container[] = [
    {
      kind: 'root',
      marker: '',
      prefix: '',
      started: true,
      last: null,
      listMark: '',
      tight: false,
    },
  ]
  /** The number of open containers beyond the maximum depth. */
  #beyond = 0

  constructor(plain: boolean, room: Room) {
    this.#plain = plain
    this.#room = room
  }

  get #top(): Container {
    return this.#containers[this.#containers.length - 1]!
  }

  /** Whether the innermost container is a list item without content yet. */
  get atItemStart(): boolean {
    return this.#top.kind === 'item' && !this.#top.started && this.#beyond === 0
  }

  get inItem(): boolean {
    return this.#containers.some((each) => each.kind === 'item')
  }

  /**
   * The marker character for a new list: `other` if a list with the marker `one` is directly before it, because the
   * two would be read as one list.
   */
  listMark(one: string, other: string): string {
    const { last, listMark } = this.#top
    return last === 'list' && listMark === one ? other : one
  }

  open(kind: ContainerKind, marker: string, indent: string, { tight = false, listMark = '' } = {}): void {
    if (this.#containers.length > MAX_CONTAINERS) {
      this.#beyond++
      return
    }
    const top = this.#top
    const prefix = top.prefix + indent
    this.#containers.push({
      kind,
      marker,
      prefix,
      started: false,
      last: null,
      listMark,
      tight: kind === 'item' ? top.tight : tight,
    })
  }

  close(): void {
    if (this.#beyond > 0) {
      this.#beyond--
      return
    }
    const { started, kind, listMark } = this.#containers.pop()!
    if (!started || kind !== 'list') return
    this.#top.listMark = listMark
  }

  /** Writes the lines of one block as they are. The caller has taken the room for them. */
  write(kind: BlockKind, block: string, hasBreak = kind !== 'para' && kind !== 'heading'): void {
    if (this.#isClosed) return
    this.#isClosed = this.#room.isFull
    this.#begin(kind)
    const { prefix } = this.#top
    const text = prefix === '' || !hasBreak ? block : this.#linesWithRoom(block, prefix)
    if (prefix === '' || !hasBreak) this.#out.add(text)
    else if (text.includes('\n\n'))
      this.#out.add(text.replace(/\n(?!\n|$)/g, `\n${prefix}`).replace(/\n(?=\n|$)/g, `\n${prefix.trimEnd()}`))
    else this.#out.add(text.replaceAll('\n', `\n${prefix}`))
  }

  /** Writes the marker of the innermost container, if that has no content. */
  writeEmpty(): void {
    if (this.#top.started || this.#beyond > 0 || this.#room.isFull) return
    this.#begin('empty')
  }

  toString(): string {
    return this.#out.toString()
  }

  /** The lines of a block for whose prefixes there is room; takes that room. */
  #linesWithRoom(block: string, prefix: string): string {
    for (let at = block.indexOf('\n'); at >= 0; at = block.indexOf('\n', at + 1))
      if (!this.#room.take(prefix.length)) return block.slice(0, at)
    return block
  }

  #begin(kind: BlockKind): void {
    const before = this.#out.length
    this.#writeMarks(kind)
    this.#room.take(this.#out.length - before)
  }

  #writeMarks(kind: BlockKind): void {
    const containers = this.#containers
    let at = containers.length - 1
    while (!containers[at]!.started) at--
    const base = containers[at]!
    const first = containers[at + 1]?.kind as BlockKind | undefined
    const next = first ?? kind
    if (base.last !== null) {
      if (this.#needsBlank(base, next, kind, containers[at + 2]?.marker ?? ''))
        this.#out.add(`\n${base.prefix.trimEnd()}`)
      this.#out.add(`\n${base.prefix}`)
    }
    base.last = next
    for (let i = at + 1; i < containers.length; i++) {
      const each = containers[i]!
      each.started = true
      each.last = (containers[i + 1]?.kind as BlockKind | undefined) ?? kind
      this.#out.add(kind === 'empty' && each === this.#top ? each.marker.trimEnd() : each.marker)
    }
  }

  #needsBlank(base: Container, next: BlockKind, leaf: BlockKind, marker: string): boolean {
    const { last, tight } = base
    if (base.kind === 'list') return !tight
    if (next === 'definition')
      return !this.#plain || last !== 'term' || leaf !== 'para' || this.#top.kind !== 'definition'
    if (base.kind !== 'item' || !tight) return true
    switch (next) {
      case 'code':
      case 'heading':
      case 'rule':
        return false
      case 'quote':
        return last === 'quote'
      case 'list':
        if (last === 'heading' || last === 'code' || last === 'rule') return false
        // Directly below text, the marker of an empty item would be read as a heading underline, and a number other
        // than 1 as text.
        return leaf === 'empty' || /^(?!1\D)\d/.test(marker)
      case 'para':
      case 'term':
        return this.#plain ? false : last !== 'heading' && last !== 'code' && last !== 'rule'
      default:
        return true
    }
  }
}
