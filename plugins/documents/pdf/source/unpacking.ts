const Native = globalThis.DecompressionStream

/** Maximum of unpacked bytes for the content and fonts of a page. More would have too many operators anyway. */
const MAX_PAGE_BYTES = 32 * 2 ** 20

/**
 * Limits the bytes that pdf.js unpacks for a page. pdf.js unpacks each stream at once with the runtime's own
 * functions, and a stream of zeros grows a thousandfold. Streams are cut at the limit. This replaces those functions
 * in the whole process, which reads only one document.
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

  /** Called before each page. */
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
