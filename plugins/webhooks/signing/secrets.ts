import { type Account, type Actor, ApiError, type Clock, type Kit, type Store } from 'weirjs'
import type { SecretRow, Tables } from '../tables.ts'

/** The prefix of each secret. Source: Standard Webhooks, "signing secret serialization". */
export const SECRET_PREFIX = 'whsec_'
/** Milliseconds for which the previous secret signs too. Source: decisions 11.5. */
const OVERLAP = 24 * 3600 * 1000
/** The bytes of a secret. Source: Standard Webhooks, 24 to 64. */
const SIZE = 32

/** The secrets that sign an account's deliveries. */
export interface Secrets {
  current: string
  createdAt: number
  /** The previous secret, as long as it signs too. */
  previous: string | null
  /** Epoch milliseconds at which it stops signing. */
  previousUntil: number | null
}

const newSecret = () => SECRET_PREFIX + Buffer.from(crypto.getRandomValues(new Uint8Array(SIZE))).toString('base64')

/** The secrets of accounts, sealed in the store; each is created when it is first needed. */
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

  /** Throws 409 `conflict` if the secret cannot be read and must be rotated. */
  async read(account: string): Promise<Secrets> {
    return this.#open(await this.#findOrCreate(account))
  }

  /** Creates a new secret. The current one signs for another day; an older one stops at once. */
  async rotate({ id: account, email }: Account, by: Actor): Promise<Secrets> {
    await this.#findOrCreate(account)
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

  async #findOrCreate(account: string): Promise<SecretRow> {
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
    return (await this.#find(account)) as SecretRow
  }

  #find(account: string): Promise<SecretRow | undefined> {
    const query = this.#store.db<Tables>().selectFrom('webhooks_secrets').selectAll()
    return query.where('account', '=', account).executeTakeFirst()
  }

  #open({ account, secret, previous, previous_until, created_at }: SecretRow): Secrets {
    const current = this.#unseal(secret, account)
    if (current === undefined)
      throw new ApiError(
        'conflict',
        'The webhook secret cannot be read, because the server has lost the secret that encrypts it: rotate it',
      )
    const until = previous_until === null ? null : Number(previous_until)
    const mayStillSign = previous !== null && until !== null && until > this.#clock.now()
    const signsToo = mayStillSign ? this.#unseal(previous, account) : undefined
    return {
      current,
      createdAt: Number(created_at),
      previous: signsToo ?? null,
      previousUntil: signsToo === undefined ? null : until,
    }
  }

  /** Undefined for a secret that was encrypted with a key that the server no longer has. */
  #unseal(sealed: string, account: string): string | undefined {
    try {
      return this.#sealer.open(sealed, account)
    } catch {
      return undefined
    }
  }
}
