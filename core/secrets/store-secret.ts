import { SettingError } from '../config.ts'
import { type Migration, type Store, statement } from '../store/index.ts'
import { fingerprintOf, loadSecret, readSecret } from './secret.ts'

/** The table that records which secret a store belongs to. */
export const SECRET_CHECK = 'secret_check'

export const secretCheckMigration: Migration = {
  name: '028-secret-check',
  async up(db) {
    await db.schema
      .createTable(SECRET_CHECK)
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .execute()
  },
}

const find = statement<[], { fingerprint: string }>((db) => db.selectFrom(SECRET_CHECK).select('fingerprint'))
const add = statement<[fingerprint: string], never>((db, [fingerprint]) =>
  db
    .insertInto(SECRET_CHECK)
    .values({ id: 1, fingerprint })
    .onConflict((same) => same.column('id').doNothing()),
)

/**
 * The secret that a store belongs to: the one of its first start. Throws SettingError for another one, which could
 * open nothing that is sealed there, and would seal what no other process can open.
 */
export async function secretOf(
  store: Store,
  { given, dataDir }: { given: string | undefined; dataDir: string },
): Promise<Uint8Array> {
  const before = await store.get(find)
  // A newly generated one cannot be the same.
  if (before && given === undefined && !readSecret(dataDir))
    throw new SettingError(
      `There is no secret in ${dataDir}, and the store needs the one that it was created with: set WEIR_SECRET as it was, or restore the file secret from a backup`,
    )
  const secret = loadSecret({ given, dataDir })
  const fingerprint = fingerprintOf(secret)
  const known =
    before ??
    (await store.write(async (tx) => {
      await tx.run(add, fingerprint)
      return tx.get(find)
    }))
  if (known?.fingerprint === fingerprint) return secret
  throw new SettingError(
    given === undefined
      ? `The secret in ${dataDir} is not the secret of the store: restore the file secret from a backup`
      : 'WEIR_SECRET is not the secret of the store: set it as it was, to the same for all processes that use the store',
  )
}
