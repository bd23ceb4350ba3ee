import type { Room } from '../../budget.ts'
import { TextBuilder } from '../../text-builder.ts'

export type BlockKind = 'para' | 'heading' | 'code' | 'table' | 'rule' | 'term' | 'empty' | ContainerKind
export type ContainerKind = 'quote' | 'list' | 'item' | 'definition' | 'note'

/** Deeper containers are written as part of the one around them, since every line repeats the marks of all. */
const MAX_CONTAINERS = 24

interface Container {
  kind: ContainerKind | 'root'
  /** What its first line begins with, behind the marks of those around it. */
  marker: string
  /** What its further lines begin with, marks of those around it included. */
  prefix: string
  /** Whether anything of it has been written. */
  started: boolean
  /** The block written last in it. */
  last: BlockKind | null
  /** The character of the list written last in it; of a list its own. */
  listMark: string
  /** Of a list and its items: no blank lines between them. */
  tight: boolean
}

/**
 * The lines of a Markdown document: blocks one below the other, in containers that begin each line with a mark. A
 * container is written with the first block in it, so that an empty one leaves nothing.
 */
export class BlockWriter {
  readonly #out = new TextBuilder()
  readonly #plain: boolean
  readonly #room: Room
  /** The block for which there was no room was the last. */
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
  /** Containers that were opened beyond the greatest depth. */
  #beyond = 0

  constructor(plain: boolean, room: Room) {
    this.#plain = plain
    this.#room = room
  }

  get #top(): Container {
    return this.#containers[this.#containers.length - 1]!
  }

  /** Whether the innermost container is a list item in which nothing stands yet. */
  get atItemStart(): boolean {
    return this.#top.kind === 'item' && !this.#top.started && this.#beyond === 0
  }

  get inItem(): boolean {
    return this.#containers.some((each) => each.kind === 'item')
  }

  /**
   * A character for a list's marks other than that of a list directly before it, which would be taken for the same.
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

  /** Lines of one block; what they contain is written as it is, and has taken its room before. */
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

  /** The mark of the innermost container, if nothing stands in it. */
  writeEmpty(): void {
    if (this.#top.started || this.#beyond > 0 || this.#room.isFull) return
    this.#begin('empty')
  }

  toString(): string {
    return this.#out.toString()
  }

  /** The lines of a block for whose prefixes there is room, which they take. */
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
        // Under text, the mark of an empty item would make a heading of it, and a number other than 1 be text.
        return leaf === 'empty' || /^(?!1\D)\d/.test(marker)
      case 'para':
      case 'term':
        return this.#plain ? false : last !== 'heading' && last !== 'code' && last !== 'rule'
      default:
        return true
    }
  }
}
