import type { Account, Actor, Clock, Kit, Store } from 'weirjs'
import type { SecretRow, Tables } from '../tables.ts'

/** The prefix of every secret. Source: Standard Webhooks, "signing secret serialization". */
export const SECRET_PREFIX = 'whsec_'
/** Milliseconds for which the previous secret also signs. Source: decisions 11.5. */
const OVERLAP = 24 * 3600 * 1000
/** The length of a secret in bytes. Source: Standard Webhooks, 24 to 64. */
const SIZE = 32

/** The secrets that sign an account's deliveries. */
export interface Secrets {
  current: string
  createdAt: number
  /** The previous one, as long as it also signs. */
  previous: string | null
  /** Until when it does. */
  previousUntil: number | null
}

const newSecret = () => SECRET_PREFIX + Buffer.from(crypto.getRandomValues(new Uint8Array(SIZE))).toString('base64')

/** The secrets of accounts, sealed in the store; each is created on first use. */
export class AccountSecrets {
  readonly #store: Store
  readonly #sealer: Kit['sealer']
  readonly #audit: Kit['audit']
  readonly #clock: Clock

  constructor({ store, sealer, audit, clock }: Pick<Kit, 'store' | 'sealer' | 'audit' | 'clock'>) {
    this.#store = store
    this.#sealer = sealer
    this.#audit = audit
    this.#clock = clock
  }

  async read(account: string): Promise<Secrets> {
    const found = await this.#find(account)
    if (found) return found
    const row = { account, secret: this.#sealer.seal(newSecret(), account), created_at: this.#clock.now() }
    await this.#store.write((tx) =>
      tx
        .db<Tables>()
        .insertInto('webhooks_secrets')
        .values({ ...row, previous: null, previous_until: null })
        .onConflict((same) => same.column('account').doNothing())
        .execute(),
    )
    return (await this.#find(account)) as Secrets
  }

  /** Creates a new secret; the previous one also signs for a day, older ones no longer do. */
  async rotate({ id: account, email }: Account, by: Actor): Promise<Secrets> {
    await this.read(account)
    const now = this.#clock.now()
    const secret = this.#sealer.seal(newSecret(), account)
    await this.#store.write(async (tx) => {
      await tx
        .db<Tables>()
        .updateTable('webhooks_secrets')
        .set((row) => ({ secret, previous: row.ref('secret'), previous_until: now + OVERLAP, created_at: now }))
        .where('account', '=', account)
        .execute()
      const target = { type: 'user', id: account, name: email }
      await this.#audit.record(tx, by, { action: 'webhooks.secret_rotated', target })
    })
    return this.read(account)
  }

  async #find(account: string): Promise<Secrets | undefined> {
    const query = this.#store.db<Tables>().selectFrom('webhooks_secrets').selectAll()
    const row = await query.where('account', '=', account).executeTakeFirst()
    return row && this.#open(row)
  }

  #open({ account, secret, previous, previous_until, created_at }: SecretRow): Secrets {
    const until = previous_until === null ? null : Number(previous_until)
    const stillSigns = previous !== null && until !== null && until > this.#clock.now()
    return {
      current: this.#sealer.open(secret, account),
      createdAt: Number(created_at),
      previous: stillSigns ? this.#sealer.open(previous, account) : null,
      previousUntil: stillSigns ? until : null,
    }
  }
}
