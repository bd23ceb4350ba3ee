import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kit } from '../../../../core/contracts/plugin.ts'
import type { ExtractConfig } from '../../../../plugins/extract/config.ts'
import { createExtraction } from '../../../../plugins/extract/fill/extraction.ts'
import { createRecipes } from '../../../../plugins/extract/recipes/index.ts'
import { recipeMigration } from '../../../../plugins/extract/recipes/recipe-table.ts'
import { openStore } from '../../../store.ts'

test('what a recipe yields is cut to the limit of any output', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-extraction-'))
  const store = await openStore({ dataDir })
  await store.migrate('extract', [recipeMigration])
  // What a thread returns: first the recipe that is learned, and then what it yields.
  const names = Array.from({ length: 1000 }, (_, i) => `${i} ${'name '.repeat(100)}`)
  const outcomes = [{ rules: {} }, { names }]
  const content = { run: async () => JSON.stringify(outcomes.shift()) }
  const ports = { store, clock: { now: Date.now }, all: () => [], use: () => content, config: { chunkTokens: 1000 } }
  const kit = ports as unknown as Kit<ExtractConfig>

  const extraction = createExtraction(kit)
  const schema = extraction.readSchema({
    type: 'object',
    properties: { names: { type: 'array', items: { type: 'string' } } },
  })
  const task = { schema, model: 'recipe' }
  const page = { url: 'https://a.example/', html: '<p>', markdown: '', structured: null, json: null }
  const account = { id: 'usr_1', email: 'a@b.example', plan: 'free', role: 'user' } as const
  const context = { account, signal: new AbortController().signal }
  await createRecipes(kit, content as never).learn(page, task, {}, context)
  const filled = await extraction.fill([page], task, context)
  expect([filled.model, filled.missing, filled.warnings.length]).toEqual(['recipe', [], 1])
  expect(JSON.stringify(filled.data).length).toBeLessThanOrEqual(256 * 1024)

  await store.close()
  rmSync(dataDir, { recursive: true })
})
