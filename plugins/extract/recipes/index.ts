import { createHash } from 'node:crypto'
import { canonicalJson, deadline, describeError, type Kit } from 'weirjs'
import { type Content, type ConvertContext, threadTask } from '../../content/service.ts'
import type { ExtractionPage, ExtractionTask } from '../service.ts'
import type { apply, derive } from './on-thread.ts'
import type { Recipe } from './recipe.ts'
import { type RecipeKey, RecipeTable } from './recipe-table.ts'

const module = new URL('./on-thread.ts', import.meta.url)

/** Milliseconds after which the learning of a recipe is given up: the caller's answer waits for it. */
const LEARNING_TIME = 5_000

type Learning = ConvertContext & { signal: AbortSignal }

/** Selectors that yield what a model returned, stored per account, site and task. */
export interface Recipes {
  /** What a stored recipe yields on a page; undefined if none holds. One that does not hold is deleted. */
  read(page: ExtractionPage, task: ExtractionTask, context: ConvertContext): Promise<unknown>
  /**
   * Stores the selectors that yield what a model returned on a page, if there are any and they are soon found. Throws
   * only the signal's reason: the model's answer is complete without them.
   */
  learn(page: ExtractionPage, task: ExtractionTask, data: unknown, context: Learning): Promise<void>
}

/** The recipes of this server. */
export const createRecipes = (
  { store, clock, log }: Pick<Kit, 'store' | 'clock' | 'log'>,
  content: Content,
  learningTime = LEARNING_TIME,
): Recipes => {
  const table = new RecipeTable(store, clock)
  return {
    async read(page, task, context) {
      const key = keyOf(page, task, context)
      const recipe = key && (await table.find(key))
      if (!recipe) return undefined
      const given = { recipe, schema: task.schema.schema, page: packed(page) }
      const data = JSON.parse(await content.run(() => threadTask<typeof apply>(module, 'apply', given, []), context))
      await (data === null ? table.drop(key) : table.use(key))
      return data ?? undefined
    },
    async learn(page, task, data, context) {
      const key = keyOf(page, task, context)
      if (!key) return
      const given = { data, schema: task.schema.schema, page: packed(page) }
      using time = deadline(context.signal, learningTime)
      try {
        const within = { ...context, signal: time.signal }
        const made = await content.run(() => threadTask<typeof derive>(module, 'derive', given, []), within)
        const recipe = JSON.parse(made) as Recipe | null
        if (recipe !== null) await table.put(key, recipe)
      } catch (error) {
        context.signal.throwIfAborted()
        if (!time.isLate) log.warn('A recipe could not be learned', { site: key.site, cause: describeError(error) })
      }
    },
  }
}

/** What a thread needs of a page. */
const packed = ({ url, html, metadata }: ExtractionPage): ExtractionPage => ({
  url,
  html,
  metadata: { language: metadata?.language },
  markdown: '',
  structured: null,
  json: null,
})

/** Undefined if there is no account, or no page to select from. */
const keyOf = (
  { url, html }: ExtractionPage,
  task: ExtractionTask,
  { account }: ConvertContext,
): RecipeKey | undefined => {
  if (!account || !html) return undefined
  const { schema, prompt = null, systemPrompt = null } = task
  const asked = canonicalJson([schema.schema, prompt, systemPrompt])
  return { account: account.id, site: new URL(url).host, task: createHash('sha256').update(asked).digest('hex') }
}
