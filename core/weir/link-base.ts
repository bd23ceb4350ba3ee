import { linkOrigin } from '../http/forwarded-scheme.ts'

/** What links to this service start with: its public URL, or else the address where it listens. */
export class LinkBase {
  readonly #publicUrl: string | undefined
  #address = ''

  constructor(publicUrl: string | undefined) {
    this.#publicUrl = publicUrl
  }

  /** Empty if there is neither, so that links are paths. */
  get(): string {
    return this.#publicUrl ?? linkOrigin(this.#address)
  }

  listening(address: string): void {
    this.#address ||= address
  }
}
