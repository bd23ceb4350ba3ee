import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../../../core/store/index.ts'
import type { Recipe } from '../../../../plugins/extract/recipes/recipe.ts'
import { RecipeTable, recipeMigration } from '../../../../plugins/extract/recipes/recipe-table.ts'
import { openStore } from '../../../store.ts'

const DAY = 24 * 3600 * 1000

let dataDir: string
let store: Store
let table: RecipeTable
let now = 0
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'weir-recipes-'))
  store = await openStore({ dataDir })
  await store.migrate('extract', [recipeMigration])
  table = new RecipeTable(store, { now: () => now })
  now = Date.UTC(2026, 10, 1)
})
afterEach(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true })
})

const keyOf = (site: string, account = 'a') => ({ account, site, task: 't' })
const recipeOf = (selector: string): Recipe => ({
  rules: { name: { kind: 'value', field: { selector }, form: 'words' } },
})

test('the 500 last used recipes of an account are kept, and those of others stay', async () => {
  await table.put(keyOf('of another', 'b'), recipeOf('h1'))
  for (let i = 0; i < 500; i++) {
    now++
    await table.put(keyOf(`site-${i}`), recipeOf('h1'))
  }
  const kept = async (site: string, account?: string) => (await table.find(keyOf(site, account))) !== undefined
  now++
  for (const key of [keyOf('of a third', 'c'), keyOf('site-499')]) await table.put(key, recipeOf('h1'))
  expect(await kept('site-0')).toBe(true)
  now += 2 * DAY
  await table.use(keyOf('site-0'))
  now++
  await table.put(keyOf('one more'), recipeOf('h1'))
  expect(await kept('site-0')).toBe(true)
  expect(await kept('site-1')).toBe(false)
  expect(await kept('site-2')).toBe(true)
  expect(await kept('one more')).toBe(true)
  expect(await kept('of another', 'b')).toBe(true)
}, 120_000)

test('accounts, sites and tasks have their own recipes', async () => {
  const keys = [keyOf('one'), keyOf('one', 'b'), keyOf('two'), { ...keyOf('one'), task: 'u' }]
  for (const [i, key] of keys.entries()) await table.put(key, recipeOf(`h${i + 1}`))
  const found = () => Promise.all(keys.map((key) => table.find(key)))
  expect(await found()).toEqual(['h1', 'h2', 'h3', 'h4'].map(recipeOf))
  now += 29 * DAY
  await table.use(keys[0]!)
  now += 2 * DAY
  expect(await found()).toEqual([recipeOf('h1'), undefined, undefined, undefined])
  for (const key of keys.slice(1)) await table.put(key, recipeOf('h5'))
  await table.drop(keys[0]!)
  expect(await found()).toEqual([undefined, ...['h5', 'h5', 'h5'].map(recipeOf)])
})

test('a recipe is deleted 30 days after its last use', async () => {
  await table.put(keyOf('used'), recipeOf('h1'))
  await table.put(keyOf('unused'), recipeOf('h1'))
  now += 29 * DAY
  await table.use(keyOf('used'))
  now += 2 * DAY
  expect(await table.find(keyOf('used'))).toEqual(recipeOf('h1'))
  expect(await table.find(keyOf('unused'))).toBeUndefined()
})

test('a recipe of more than 32,768 characters is not kept', async () => {
  const before = recipeOf('h1')
  await table.put(keyOf('site'), before)
  await table.put(keyOf('site'), recipeOf('x'.repeat(33_000)))
  expect(await table.find(keyOf('site'))).toEqual(before)
})
