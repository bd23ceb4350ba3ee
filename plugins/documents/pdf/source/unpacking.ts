const Native = globalThis.DecompressionStream

/** Bytes that what one page draws may have, its fonts counted; what draws more has more operators than are read. */
const MAX_PAGE_BYTES = 32 * 2 ** 20

/**
 * Bounds what pdf.js unpacks for a page: it asks the runtime to unpack each stream whole, and a stream of zeros grows
 * a thousandfold. What lies behind the bound is not there. It holds in all of this process, which reads one document.
 */
export class Unpacking {
  #left = 0
  #isCut = false

  constructor() {
    const take = (length: number) => this.#take(length)
    globalThis.DecompressionStream = class {
      readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>
      readonly writable: WritableStream<BufferSource>

      constructor(format: CompressionFormat) {
        const { readable, writable } = new Native(format)
        this.readable = readable.pipeThrough(bounded(take))
        this.writable = writable
      }
    }
  }

  /** Whether something was left out of a page. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** Another page is read from here on. */
  beginPage(): void {
    this.#left = MAX_PAGE_BYTES
  }

  #take(length: number): boolean {
    this.#left -= length
    this.#isCut ||= this.#left < 0
    return this.#left >= 0
  }
}

const bounded = (take: (length: number) => boolean) =>
  new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      if (take(chunk.byteLength)) controller.enqueue(chunk)
      else controller.terminate()
    },
  })
