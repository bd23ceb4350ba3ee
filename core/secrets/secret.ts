import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes of a secret that is made here. */
const SIZE = 32

const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code

function read(file: string): Uint8Array | undefined {
  try {
    const secret = new Uint8Array(Buffer.from(readFileSync(file, 'utf8').trim(), 'hex'))
    if (secret.byteLength < SIZE)
      throw new Error(
        `The secret in ${file} is damaged: restore it from a backup, or delete it, which ends all sessions and links`,
      )
    return secret
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/**
 * The server's secret: what is given (`WEIR_SECRET`), else the one in the data directory, made at the first start
 * with mode
 * 0600. A file under its final name is always whole: it is linked there when it has been written.
 */
export function loadSecret({ given, dataDir }: { given: string | undefined; dataDir: string }): Uint8Array {
  if (given !== undefined) return new TextEncoder().encode(given)
  const file = join(dataDir, 'secret')
  const kept = read(file)
  if (kept) return kept
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, randomBytes(SIZE).toString('hex'), { mode: 0o600, flush: true })
  try {
    linkSync(unfinished, file)
  } catch (error) {
    // Another process was first; its secret holds.
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
  return read(file) as Uint8Array
}

/** A key of 32 bytes for one purpose, so that what is signed for one never holds for another. HKDF with SHA-256. */
export const deriveKey = (secret: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', secret, 'weir', purpose, SIZE))
