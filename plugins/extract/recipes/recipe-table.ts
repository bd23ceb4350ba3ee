import type { Clock, Migration, Store } from 'weirjs'
import type { Recipe } from './recipe.ts'

/** The most recipes of one account, the most characters of one, and the ms for which an unused one is kept. */
const MAX_RECIPES = 500
const MAX_LENGTH = 32_768
const LIFETIME = 30 * 24 * 3600 * 1000
/** Milliseconds within which a further use is not recorded. */
const USED_LATELY = 24 * 3600 * 1000

/** What a recipe is for. */
export interface RecipeKey {
  account: string
  /** The host. */
  site: string
  /** The hash of what is asked for. */
  task: string
}

interface Tables {
  extract_recipes: RecipeKey & { recipe: string; used_at: number }
}

export const recipeMigration: Migration = {
  name: '001-recipes',
  async up(db) {
    await db.schema
      .createTable('extract_recipes')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('site', 'text', (column) => column.notNull())
      .addColumn('task', 'text', (column) => column.notNull())
      .addColumn('recipe', 'text', (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('extract_recipes_key', ['account', 'site', 'task'])
      .execute()
    await db.schema
      .createIndex('extract_recipes_used_at')
      .on('extract_recipes')
      .columns(['account', 'used_at'])
      .execute()
  },
}

/** The recipes that this server stores, each for one account, site and task. */
export class RecipeTable {
  readonly #store: Store
  readonly #clock: Clock

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /** The recipe, if it was used in the last 30 days. */
  async find({ account, site, task }: RecipeKey): Promise<Recipe | undefined> {
    const query = this.#store.db<Tables>().selectFrom('extract_recipes').select(['recipe', 'used_at'])
    const row = await query
      .where('account', '=', account)
      .where('site', '=', site)
      .where('task', '=', task)
      .executeTakeFirst()
    return row && Number(row.used_at) > this.#clock.now() - LIFETIME ? (JSON.parse(row.recipe) as Recipe) : undefined
  }

  /** Stores a recipe, replacing the previous one. An account's least recently used recipes are dropped. */
  async put(key: RecipeKey, made: Recipe): Promise<void> {
    const recipe = JSON.stringify(made)
    if (recipe.length > MAX_LENGTH) return
    const used_at = this.#clock.now()
    await this.#store.write(async (tx) => {
      const db = tx.db<Tables>()
      const insert = db.insertInto('extract_recipes').values({ ...key, recipe, used_at })
      await insert
        .onConflict((same) => same.columns(['account', 'site', 'task']).doUpdateSet({ recipe, used_at }))
        .execute()
      const own = db.deleteFrom('extract_recipes').where('account', '=', key.account)
      await own.where('used_at', '<', used_at - LIFETIME).execute()
      const rows = db.selectFrom('extract_recipes').select('used_at').where('account', '=', key.account)
      const first = await rows.orderBy('used_at', 'desc').offset(MAX_RECIPES).limit(1).executeTakeFirst()
      if (first) await own.where('used_at', '<=', Number(first.used_at)).execute()
    })
  }

  /** Records that a recipe held. */
  async use(key: RecipeKey): Promise<void> {
    const now = this.#clock.now()
    await this.#store.write(async (tx) => {
      const update = tx.db<Tables>().updateTable('extract_recipes').set({ used_at: now })
      const own = update.where('account', '=', key.account).where('site', '=', key.site).where('task', '=', key.task)
      await own.where('used_at', '<', now - USED_LATELY).execute()
    })
  }

  /** Deletes a recipe that no longer holds. */
  async drop(key: RecipeKey): Promise<void> {
    await this.#store.write(async (tx) => {
      const own = tx.db<Tables>().deleteFrom('extract_recipes').where('account', '=', key.account)
      await own.where('site', '=', key.site).where('task', '=', key.task).execute()
    })
  }
}
