import type { Judgement, Recorder } from '../clean/recorder.ts'
import { type Element, isElement, type Node } from '../tree/index.ts'

/** Records what rules do to the parts of a page, in order. */
export class Recording implements Recorder {
  judgement: Judgement | null = null
  /** The first rule that dropped or kept each node, by node id. */
  readonly #droppedBy: (string | undefined)[] = []
  readonly #keptBy: (string | undefined)[] = []
  #narrowed: Element | null = null
  /** The last rule that changed whether each block is chosen. */
  #ruleOf: string[] = []
  #choice = new Uint8Array(0)
  #blockAt: Int32Array | null = null

  dropped(rule: string, node: Node): void {
    record(this.#droppedBy, rule, node)
  }

  kept(rule: string, node: Node): void {
    record(this.#keptBy, rule, node)
  }

  narrowed(element: Element): void {
    this.#narrowed = element
  }

  judged(judgement: Judgement): void {
    this.judgement = judgement
    this.#choice = new Uint8Array(judgement.blocks.count)
    this.#ruleOf = new Array<string>(judgement.blocks.count).fill('the model')
  }

  chosen(rule: string, choice: Uint8Array): void {
    for (let i = 0; i < choice.length; i++) if (choice[i] !== this.#choice[i]) this.#ruleOf[i] = rule
    this.#choice = choice.slice()
  }

  /** The judged block that contains a node; -1 if there is none. */
  #blockOf(node: number): number {
    if (this.judgement === null) return -1
    if (this.#blockAt === null) {
      const { count, start, end } = this.judgement.blocks
      this.#blockAt = new Int32Array(count === 0 ? 0 : end[count - 1]! + 1).fill(-1)
      for (let i = 0; i < count; i++) this.#blockAt.fill(i, start[i]!, end[i]! + 1)
    }
    return this.#blockAt[node] ?? -1
  }

  /** The chance of the block that contains a node; null if the model was not used. */
  chanceOf(node: number): number | null {
    const block = this.#blockOf(node)
    return block < 0 ? null : this.judgement!.chances[block]!
  }

  /** Why a node is shown. */
  whyShown(node: number): string {
    const block = this.#blockOf(node)
    const kept = this.#keptBy[node] ?? (block >= 0 && this.#choice[block] === 1 ? this.#ruleOf[block] : undefined)
    return kept ?? this.#landmarkOf(node) ?? 'nothing drops it'
  }

  /** Why a node is not shown. */
  whyDropped(node: number): string {
    const rule = this.#droppedBy[node]
    if (rule !== undefined) return rule
    const block = this.#blockOf(node)
    if (block >= 0) return this.#ruleOf[block]!
    return this.#landmarkOf(node) ?? 'the rest'
  }

  /** Whether a node is inside or outside the element that landmarks chose; undefined if they chose none. */
  #landmarkOf(node: number): string | undefined {
    if (this.#narrowed === null) return undefined
    const { name, id, end } = this.#narrowed
    return `${node < id || node > end ? 'outside' : 'inside'} ${name}, by landmarks`
  }
}

/** The first rule counts: later ones do not see what has been dropped already. */
const record = (rules: (string | undefined)[], rule: string, node: Node): void => {
  for (let id = node.id; id <= (isElement(node) ? node.end : node.id); id++) rules[id] ??= rule
}
