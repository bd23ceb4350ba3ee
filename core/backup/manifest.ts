import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parseJson } from '../json.ts'
import { textChunks, textOf } from './archive/lines.ts'
import { MissingError, type Place } from './archive/place.ts'
import { CopyFailure } from './failure.ts'

/** The format version of new backups, and the newest that can be read. */
export const FORMAT = 1
const NAME = 'manifest.json'

const Manifest = t.Object({
  /** The format version of the backup. */
  format: t.Integer(),
  /** The version of Weir that made the backup. */
  version: t.String(),
  createdAt: t.String(),
  /** The kind of the original store. A backup can be restored into either. */
  store: t.Union([t.Literal('sqlite'), t.Literal('postgres')]),
  secret: t.Object({
    /** Whether the secret is in the backup, or was given as `WEIR_SECRET` and must be given again. */
    kept: t.Union([t.Literal('backup'), t.Literal('settings')]),
    /** A fingerprint of the secret; nothing can be signed with it. */
    check: t.String(),
  }),
  tables: t.Array(
    t.Object({
      name: t.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,62}$' }),
      columns: t.Array(t.String(), { minItems: 1 }),
      rows: t.Integer(),
      /** The sums of columns that must add up. */
      sums: t.Record(t.String(), t.Number()),
      /** The hash of the compressed rows. */
      sha256: t.String(),
    }),
  ),
  sequences: t.Record(t.String(), t.Number()),
  files: t.Object({
    count: t.Integer(),
    bytes: t.Integer(),
    /** Hashes of files that were deleted during the backup. */
    missing: t.Array(t.String()),
  }),
})

/** The contents of a backup. Written last, so that a backup that has it is complete. */
export type Manifest = Static<typeof Manifest>
export type ManifestTable = Manifest['tables'][number]

export const writeManifest = (place: Place, manifest: Manifest) =>
  place.write(NAME, textChunks(`${JSON.stringify(manifest, null, 2)}\n`))

/** Throws CopyFailure if there is no complete backup, or one that this version cannot read. */
export async function readManifest(place: Place): Promise<Manifest> {
  const text = await textOf(place.read(NAME)).catch((error: unknown) => {
    if (!(error instanceof MissingError)) throw error
    throw new CopyFailure(`There is no complete backup in ${place.name}: it has no ${NAME}, which is written last`)
  })
  const manifest = parseJson(text)
  const { format } = Object(manifest) as { format?: unknown }
  if (Number(format) > FORMAT)
    throw new CopyFailure(
      `The backup was written by a newer version, in format ${format}: restore it with that version`,
    )
  if (!Value.Check(Manifest, manifest)) throw new CopyFailure(`${NAME} in ${place.name} is damaged`)
  return manifest
}

/** The paths of a table's rows and of a file's contents in a backup. */
export const tablePath = (name: string) => `tables/${name}.jsonl.gz`
export const filePath = (hash: string) => `files/${hash.slice(0, 2)}/${hash}`
/** The path of the server's secret, in hex. */
export const SECRET_PATH = 'secret'
