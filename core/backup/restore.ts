import type { Blobs } from '../files/blobs/port.ts'
import type { Store } from '../store/index.ts'
import { textOf } from './archive/lines.ts'
import type { Place } from './archive/place.ts'
import { type Copied, copyStore, type Owner } from './copy-store.ts'
import { copyFiles, putWhole } from './files.ts'
import { filePath, type Manifest, SECRET_PATH } from './manifest.ts'
import { type SecretPlace, takeSecret } from './secret.ts'
import { archiveSource } from './tables/archive.ts'

export interface RestoreParts {
  place: Place
  manifest: Manifest
  store: Store
  blobs: Blobs
  secret: SecretPlace
  owners: readonly Owner[]
  without: readonly string[]
}

/**
 * Restores a backup into an empty store, with its files and its secret. Everything is verified as it is read. Throws
 * an Error with the reason; the store must not be used then.
 */
export async function restore(parts: RestoreParts): Promise<Copied> {
  const { place, manifest, store, blobs, secret, owners, without } = parts
  const keep = takeSecret(secret, manifest.secret)
  const missing = new Set(manifest.files.missing)
  return copyStore(archiveSource(place, manifest), store, {
    owners,
    without,
    async copyRest(hashes) {
      const there = [...hashes].filter((hash) => !missing.has(hash))
      await copyFiles(there, (hash) => putWhole(blobs, hash, place.read(filePath(hash))))
      keep?.(await textOf(place.read(SECRET_PATH)))
    },
  })
}
