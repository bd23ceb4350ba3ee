import type { Forest } from './forest.ts'
import type { Lexicon } from './lexicon.ts'

/** Everything learned from labelled pages: numbers alone. */
export interface Weights {
  /** The names of the numbers that the forest tests, in the order of a row. */
  features: readonly string[]
  lexicon: Lexicon
  forest: Forest
}

/** The first bytes of a weights file; each version of the format has its own number. */
const FORM = 0x57454d33
/** Values of a lexicon are stored as multiples of one over this. */
const LEXICON_STEPS = 16

const AGAIN =
  'Take the weights.bin that came with this version, or learn it anew: bun tests/train/main-content/index.ts FOLDER'

/**
 * Reads weights that `writeWeights` has written. `features` are the names of the numbers that this version computes.
 * Throws Error for weights trained with other numbers or in another order, which would give nonsense.
 */
export const readWeights = (bytes: Uint8Array, features: readonly string[]): Weights => {
  const reader = new Reader(bytes)
  if (bytes.length < 4 || reader.integer() !== FORM)
    throw new Error(`The weights of the main content model are of another form. ${AGAIN}`)
  const learned = reader.names()
  const at = learned.findIndex((name, place) => name !== features[place])
  if (at >= 0 || learned.length !== features.length) {
    const place = at < 0 ? learned.length : at
    const [theirs, ours] = [learned[place] ?? 'nothing', features[place] ?? 'nothing']
    throw new Error(
      `The weights of the main content model were learned from other numbers: number ${place} is ${theirs} there and ${ours} here. ${AGAIN}`,
    )
  }
  return {
    features: learned,
    lexicon: { names: reader.words(), texts: reader.words(), words: reader.words() },
    forest: reader.forest(),
  }
}

/** Weights as little-endian bytes: the names of features, then the three lists of the lexicon, then the forest. */
export const writeWeights = ({ features, lexicon, forest }: Weights): Uint8Array => {
  const writer = new Writer()
  writer.integer(FORM)
  writer.names(features)
  for (const words of [lexicon.names, lexicon.texts, lexicon.words]) writer.words(words)
  writer.forest(forest)
  return writer.bytes()
}

class Reader {
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  integer(): number {
    this.#at += 4
    return this.#view.getInt32(this.#at - 4, true)
  }

  #float(): number {
    this.#at += 4
    return this.#view.getFloat32(this.#at - 4, true)
  }

  names(): string[] {
    const length = this.integer()
    const bytes = new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#at, length)
    this.#at += length
    return new TextDecoder().decode(bytes).split('\n')
  }

  words(): Map<number, number> {
    const map = new Map<number, number>()
    for (let left = this.integer(); left > 0; left--) {
      const word = this.integer()
      map.set(word, this.#view.getInt8(this.#at++) / LEXICON_STEPS)
    }
    return map
  }

  forest(): Forest {
    const bias = this.#float()
    const trees = this.integer()
    const nodes = this.integer()
    const forest: Forest = {
      bias,
      roots: new Int32Array(trees),
      feature: new Int16Array(nodes),
      value: new Float32Array(nodes),
      right: new Int32Array(nodes),
    }
    for (let tree = 0, node = 0; tree < trees; tree++) {
      forest.roots[tree] = node
      for (let end = node + this.integer(); node < end; node++) {
        forest.feature[node] = this.#view.getInt16(this.#at, true)
        this.#at += 2
        forest.value[node] = this.#float()
        if (forest.feature[node]! < 0) continue
        forest.right[node] = node + this.#view.getUint16(this.#at, true)
        this.#at += 2
      }
    }
    return forest
  }
}

class Writer {
  readonly #parts: Uint8Array[] = []

  bytes(): Uint8Array {
    const whole = new Uint8Array(this.#parts.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const part of this.#parts) {
      whole.set(part, at)
      at += part.length
    }
    return whole
  }

  integer(value: number): void {
    this.#put(4, (view) => view.setInt32(0, value, true))
  }

  names(names: readonly string[]): void {
    const bytes = new TextEncoder().encode(names.join('\n'))
    this.integer(bytes.length)
    this.#parts.push(bytes)
  }

  words(map: ReadonlyMap<number, number>): void {
    this.integer(map.size)
    for (const [word, value] of [...map].sort(([a], [b]) => a - b)) {
      this.integer(word)
      this.#put(1, (view) => view.setInt8(0, Math.round(value * LEXICON_STEPS)))
    }
  }

  forest({ bias, roots, feature, value, right }: Forest): void {
    this.#put(4, (view) => view.setFloat32(0, bias, true))
    this.integer(roots.length)
    this.integer(feature.length)
    for (let tree = 0; tree < roots.length; tree++) {
      const end = roots[tree + 1] ?? feature.length
      this.integer(end - roots[tree]!)
      for (let node = roots[tree]!; node < end; node++) {
        this.#put(2, (view) => view.setInt16(0, feature[node]!, true))
        this.#put(4, (view) => view.setFloat32(0, value[node]!, true))
        if (feature[node]! >= 0) this.#put(2, (view) => view.setUint16(0, right[node]! - node, true))
      }
    }
  }

  #put(length: number, write: (view: DataView) => void): void {
    const part = new Uint8Array(length)
    write(new DataView(part.buffer))
    this.#parts.push(part)
  }
}
