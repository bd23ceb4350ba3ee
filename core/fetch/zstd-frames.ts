const FRAME = 0xfd2fb528
/** The last four bits may be anything. */
const SKIPPABLE = 0x184d2a50
/** A block of this type holds one byte, however often it is repeated. */
const RUN = 1

/**
 * Follows Zstandard frames from header to header, because the decoder of `node:zlib` does not report truncated input.
 * It reads only the lengths; the decoder reports everything else that is wrong. Source: RFC 8878, section 3.1.
 */
export class ZstdFrames {
  /** The bytes of an incomplete header. */
  #header: number[] = []
  /** Bytes needed before the next header can be read on. */
  #needed = 4
  /** Bytes until that header. */
  #skip = 0
  #read: () => void = this.#readMagic
  #hasChecksum = false

  /** Throws unless the data so far ends with a complete frame. */
  end(): void {
    if (this.#read !== this.#readMagic || this.#header.length > 0 || this.#skip > 0)
      throw new Error('The data ends within a Zstandard frame')
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, chunk.length - at)
        this.#skip -= skipped
        at += skipped
        continue
      }
      this.#header.push(chunk[at++]!)
      if (this.#header.length === this.#needed) this.#read()
    }
  }

  #readMagic(): void {
    const magic = this.#number(4)
    if (magic === FRAME) this.#expect(5, this.#readDescriptor)
    else if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) this.#expect(8, this.#readSkippable)
    else this.#next(0, this.#readMagic, 4)
  }

  #readSkippable(): void {
    this.#next(this.#number(4, 4), this.#readMagic, 4)
  }

  #readDescriptor(): void {
    const descriptor = this.#header[4]!
    const isSingle = (descriptor & 0x20) !== 0
    this.#hasChecksum = (descriptor & 0x04) !== 0
    const window = isSingle ? 0 : 1
    const dictionary = [0, 1, 2, 4][descriptor & 3]!
    const size = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!
    this.#next(window + dictionary + size, this.#readBlock, 3)
  }

  #readBlock(): void {
    const header = this.#number(3)
    const content = ((header >> 1) & 3) === RUN ? 1 : header >> 3
    if ((header & 1) === 0) this.#next(content, this.#readBlock, 3)
    else this.#next(content + (this.#hasChecksum ? 4 : 0), this.#readMagic, 4)
  }

  /** Continues with the same header once `bytes` of it are there. */
  #expect(bytes: number, read: () => void): void {
    this.#needed = bytes
    this.#read = read
  }

  /** Continues with the next header, which has `bytes` and follows the content of this one. */
  #next(content: number, read: () => void, bytes: number): void {
    this.#header = []
    this.#skip = content
    this.#expect(bytes, read)
  }

  #number(bytes: number, from = 0): number {
    let value = 0
    for (let i = from + bytes - 1; i >= from; i--) value = value * 256 + this.#header[i]!
    return value
  }
}
