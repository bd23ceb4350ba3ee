import { fingerprintOf, givenSecret, keepSecret, readSecret } from '../secrets/secret.ts'
import { CopyFailure } from './failure.ts'
import type { Manifest } from './manifest.ts'

/** The origin of the server's secret: given (`WEIR_SECRET`), else in the data directory. */
export interface SecretPlace {
  given: string | undefined
  dataDir: string
}

/** What a backup records about the secret, and the secret itself in hex if it is included. */
export type KnownSecret = Manifest['secret'] & { text?: string }

/** The secret of a service that has been started before. */
export function findSecret({ given, dataDir }: SecretPlace): KnownSecret {
  if (given !== undefined) return { kept: 'settings', check: fingerprintOf(givenSecret(given)) }
  const secret = readSecret(dataDir)
  if (!secret)
    throw new CopyFailure(
      `There is no secret in ${dataDir}: set WEIR_SECRET, or WEIR_DATA_DIR, to what the server uses`,
    )
  return { kept: 'backup', check: fingerprintOf(secret), text: Buffer.from(secret).toString('hex') }
}

/**
 * Throws CopyFailure unless the service will have the backup's secret; without it, what is sealed in the store cannot
 * be opened. Returns a function that writes it to the data directory, if that is still to be done.
 */
export function takeSecret(
  { given, dataDir }: SecretPlace,
  { kept, check }: Manifest['secret'],
): ((text: string) => void) | undefined {
  const here = given === undefined ? readSecret(dataDir) : givenSecret(given)
  if (here && fingerprintOf(here) === check) return undefined
  if (given !== undefined)
    throw new CopyFailure(
      kept === 'backup'
        ? 'WEIR_SECRET is not the secret of the backup: set it to hex: and the text of the file `secret` in the backup'
        : 'WEIR_SECRET is not the secret of the backup: set it to its value where the backup was made',
    )
  if (here) throw new CopyFailure(`The secret in ${dataDir} is not that of the backup: choose another WEIR_DATA_DIR`)
  if (kept === 'settings')
    throw new CopyFailure(
      'The secret of the backup was given as WEIR_SECRET and is not in it: set WEIR_SECRET to the same',
    )
  return (text) => {
    const secret = new Uint8Array(Buffer.from(text.trim(), 'hex'))
    if (fingerprintOf(secret) !== check) throw new CopyFailure('The secret in the backup is damaged')
    keepSecret(dataDir, secret)
  }
}

/** Throws CopyFailure unless a service that moves to a database keeps the secret of its data directory. */
export function checkMovedSecret({ given, dataDir }: { given: string; dataDir: string }) {
  const here = readSecret(dataDir)
  if (here && fingerprintOf(here) !== fingerprintOf(givenSecret(given)))
    throw new CopyFailure(
      `WEIR_SECRET is not the secret in ${dataDir}: set it to hex: and the text of the file there, as only it opens what is sealed. If WEIR_SECRET was set before, delete the file`,
    )
}
