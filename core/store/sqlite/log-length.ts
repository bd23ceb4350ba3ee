import { closeSync, openSync, readSync } from 'node:fs'

/** Bytes of the header of the log, and of that of each frame, which holds one page. Source: sqlite.org/fileformat2 */
const HEADER = 32
const FRAME_HEADER = 24

/** How long SQLite's write-ahead log is. Its size does not tell: SQLite begins it anew in the same file. */
export class LogLength {
  readonly #path: string
  readonly #header = new DataView(new ArrayBuffer(HEADER))
  readonly #frame = new DataView(new ArrayBuffer(FRAME_HEADER))
  #descriptor: number | undefined
  /** SQLite changes it when it begins the log anew; frames with another one are left from before. */
  #salt: bigint | undefined
  #moved = 0

  /** `file` is a database in WAL mode, which must stay open meanwhile. */
  constructor(file: string) {
    this.#path = `${file}-wal`
  }

  /** The first frames, of this number, have been moved into the file. */
  moved(frames: number) {
    this.#moved = frames
  }

  /** Whether at least this number of frames, more than 0, has not been moved. */
  has(frames: number): boolean {
    this.#descriptor ??= openSync(this.#path, 'r')
    if (readSync(this.#descriptor, this.#header, 0, HEADER, 0) < HEADER) return false
    const salt = this.#header.getBigUint64(16)
    if (salt !== this.#salt) this.#moved = 0
    this.#salt = salt
    const pageSize = this.#header.getUint32(8)
    const at = HEADER + (this.#moved + frames - 1) * (FRAME_HEADER + pageSize)
    const read = readSync(this.#descriptor, this.#frame, 0, FRAME_HEADER, at)
    return read === FRAME_HEADER && this.#frame.getBigUint64(8) === salt
  }

  close() {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }
}
