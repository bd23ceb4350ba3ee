import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError } from '../config.ts'
import { secretOfFile } from './secret-of-file.ts'

/** Length of a generated secret in bytes. */
const SIZE = 32
const NAME = 'secret'

const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code

/** The bytes of a given secret: as text, or as in the file of a data directory, for a service that moves. */
export function givenSecret(given: string): Uint8Array {
  const hex = secretOfFile(given)
  return hex === undefined ? new TextEncoder().encode(given) : new Uint8Array(Buffer.from(hex, 'hex'))
}

/** The secret of a data directory. Throws if it is damaged. */
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
 * The server's secret: the given one (`WEIR_SECRET`), else the one in the data directory, generated at the first
 * start with mode 0600.
 */
export function loadSecret({ given, dataDir }: { given: string | undefined; dataDir: string }): Uint8Array {
  if (given !== undefined) return givenSecret(given)
  const kept = readSecret(dataDir)
  if (kept) return kept
  keepSecret(dataDir, randomBytes(SIZE))
  return readSecret(dataDir) as Uint8Array
}

/**
 * Writes a secret to a data directory, unless it has one. A file under its final name is always complete: it is
 * linked there once it has been written.
 */
export function keepSecret(dataDir: string, secret: Uint8Array) {
  const file = join(dataDir, NAME)
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.from(secret).toString('hex'), { mode: 0o600, flush: true })
  try {
    linkSync(unfinished, file)
  } catch (error) {
    // Another process was first; its secret counts.
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/**
 * A key of 32 bytes for one purpose, so that what is signed for one is never valid for another. HKDF with SHA-256.
 */
export const deriveKey = (secret: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', secret, 'weir', purpose, SIZE))

/** A fingerprint that tells whether two secrets are the same; nothing can be signed with it. */
export const fingerprintOf = (secret: Uint8Array) => Buffer.from(deriveKey(secret, 'backup')).toString('hex')
