import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError } from '../config.ts'

/** The size of a generated secret, in bytes. */
const SIZE = 32
const NAME = 'secret'

const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code

/** `WEIR_SECRET` in the format of a data directory's secret file, for a service that moves. */
const AS_FILE = /^hex:([0-9a-f]{64,})$/

/** The bytes of a secret from the settings. */
export function givenSecret(given: string): Uint8Array {
  const hex = AS_FILE.exec(given)?.[1]
  return hex === undefined ? new TextEncoder().encode(given) : new Uint8Array(Buffer.from(hex, 'hex'))
}

/** The secret of a data directory; undefined if there is none. Throws if it is damaged. */
export const readSecret = (dataDir: string): Uint8Array | undefined => read(join(dataDir, NAME))

function read(file: string): Uint8Array | undefined {
  try {
    const secret = new Uint8Array(Buffer.from(readFileSync(file, 'utf8').trim(), 'hex'))
    if (secret.byteLength < SIZE) throw new SettingError(`The secret in ${file} is damaged: restore it from a backup`)
    return secret
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    if (error instanceof SettingError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new SettingError(`The secret in ${file} cannot be read (${code ?? message}): change its owner`)
  }
}

/**
 * The server's secret: the given one (`WEIR_SECRET`) or else that of the data directory, which the first start
 * creates with mode 0600.
 */
export function loadSecret({ given, dataDir }: { given: string | undefined; dataDir: string }): Uint8Array {
  if (given !== undefined) return givenSecret(given)
  const kept = readSecret(dataDir)
  if (kept) return kept
  keepSecret(dataDir, randomBytes(SIZE))
  return readSecret(dataDir) as Uint8Array
}

/**
 * Stores the secret in a data directory, unless there is one. It is linked to its final name only after it was
 * written, so the file is always complete.
 */
export function keepSecret(dataDir: string, secret: Uint8Array) {
  const file = join(dataDir, NAME)
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.from(secret).toString('hex'), { mode: 0o600, flush: true })
  try {
    linkSync(unfinished, file)
  } catch (error) {
    // Another process was faster; its secret counts.
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/**
 * Derives a key of 32 bytes for one purpose, so that a signature for one is never valid for another. HKDF with
 * SHA-256.
 */
export const deriveKey = (secret: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', secret, 'weir', purpose, SIZE))

/** A fingerprint to compare secrets by; nothing can be signed with it. */
export const fingerprintOf = (secret: Uint8Array) => Buffer.from(deriveKey(secret, 'backup')).toString('hex')
