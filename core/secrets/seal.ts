import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
/** In bytes. Source: NIST SP 800-38D sections 5.2.1.1 and 5.2.1.2. */
const NONCE = 12
const TAG = 16
/** The prefix of sealed texts, so that another format can follow. */
const VERSION = 'v1.'

/**
 * Encrypts a text for the store with a key of 32 bytes (see `deriveKey`). Sealing a text twice gives two different
 * results. It can be opened only with the same `context`, so that what was sealed for one place is invalid in
 * another.
 */
export function seal(text: string, key: Uint8Array, context: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG }).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return VERSION + sealed.toString('base64url')
}

/** Decrypts a sealed text. Throws if it was sealed with another key or for another context, or has been modified. */
export function unseal(sealed: string, key: Uint8Array, context: string): string {
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
  if (!sealed.startsWith(VERSION) || bytes.byteLength < NONCE + TAG) throw new Error('This is not a sealed text')
  const end = bytes.byteLength - TAG
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(end))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, end)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error(
      'A sealed text cannot be opened: the secret (WEIR_SECRET) is not the one it was sealed with, or the text has been changed',
      { cause },
    )
  }
}
