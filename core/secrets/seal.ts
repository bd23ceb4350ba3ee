import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
/** Bytes. Source: NIST SP 800-38D sections 5.2.1.1 and 5.2.1.2. */
const NONCE = 12
const TAG = 16
/** Goes before each sealed text, so that another way of sealing can follow. */
const VERSION = 'v1.'

/**
 * Encrypts a text for the store with a key of 32 bytes (see `deriveKey`). Sealing twice gives two texts. It opens
 * with the same `context` alone, so that what was sealed for one place does not hold in another.
 */
export function seal(text: string, key: Uint8Array, context: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG }).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return VERSION + sealed.toString('base64url')
}

/**
 * The text that was sealed. Throws when it was sealed with another key or for another context, or has been changed.
 */
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
      'A sealed text does not open: the secret (WEIR_SECRET) is not the one it was sealed with, or it has been changed',
      { cause },
    )
  }
}
