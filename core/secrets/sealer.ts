import { seal, unseal } from './seal.ts'

/**
 * Encrypts texts so that only this server can read them, and only where they belong. Sealing a text twice gives two
 * different results.
 */
export interface Sealer {
  seal(text: string, context: string): string
  /** Throws for a text that was not sealed by this server, or in another context. */
  open(sealed: string, context: string): string
}

/** A sealer with a key of 32 bytes (see `deriveKey`). */
export const createSealer = (key: Uint8Array): Sealer => ({
  seal: (text, context) => seal(text, key, context),
  open: (sealed, context) => unseal(sealed, key, context),
})

/** The same for one owner: texts sealed by others cannot be opened. */
export const sealerOf = (owner: string, sealer: Sealer): Sealer => ({
  seal: (text, context) => sealer.seal(text, `${owner}\n${context}`),
  open: (sealed, context) => sealer.open(sealed, `${owner}\n${context}`),
})
