import { absoluteUrl, type Room } from '../../content/toolkit.ts'

/** The most characters of a base that an entry declares; every relative address would be at least as long. */
const MAX_BASE = 2048

/**
 * Resolves the addresses of a feed against a base. All of a feed share one room: each relative address becomes as
 * long as its base, so that a small feed would otherwise yield gigabytes.
 */
export class Addresses {
  readonly #base: string
  readonly #room: Room

  constructor(base: string, room: Room) {
    this.#base = base
    this.#room = room
  }

  /** The absolute address; null if it is empty or invalid, not http or https, or if there is no room left. */
  of(address: string | null | undefined): string | null {
    const absolute = this.#room.isFull ? null : absoluteUrl(address, this.#base)
    return absolute !== null && this.#room.take(absolute.length) ? absolute : null
  }

  /** The same with another base, unless that is missing, invalid or too long. */
  within(base: string | undefined): Addresses {
    const inner = absoluteUrl(base, this.#base)
    return inner === null || inner.length > MAX_BASE ? this : new Addresses(inner, this.#room)
  }
}
