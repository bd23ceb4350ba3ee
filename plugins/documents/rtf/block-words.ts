import type { Sink } from './sink.ts'
import type { State } from './state.ts'

/** Reads the words that end a line, a paragraph, a cell or a row, and those that declare a row's cells. */
export class BlockWords {
  /** How the cell that is being declared goes on with others. */
  #merged: { clvmrg?: boolean; clmrg?: boolean } = {}

  /** Whether it is one of these words, and was read. */
  read(sink: Sink, { marks, paragraph }: State, word: string, value: number | null): boolean {
    switch (word) {
      case 'par':
      case 'sect':
      case 'nestrow':
        sink.endParagraph(paragraph)
        return true
      case 'line':
        sink.lineBreak(marks)
        return true
      case 'cell':
        sink.endCell(paragraph)
        return true
      case 'row':
        sink.endRow()
        return true
      case 'trowd':
        sink.definitions = []
        sink.isHeadRow = false
        return true
      case 'trhdr':
        sink.isHeadRow = true
        return true
      case 'clvmrg':
      case 'clmrg':
        this.#merged = { ...this.#merged, [word]: true }
        return true
      case 'cellx':
        sink.definitions.push({
          edge: value ?? 0,
          goesOnAbove: this.#merged.clvmrg ?? false,
          goesOnLeft: this.#merged.clmrg ?? false,
        })
        this.#merged = {}
        return true
    }
    return false
  }
}
