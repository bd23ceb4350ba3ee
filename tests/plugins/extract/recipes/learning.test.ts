import { expect, test } from 'bun:test'
import { endOnAbort } from '../../../../core/abort.ts'
import type { Log } from '../../../../core/log.ts'
import type { Store } from '../../../../core/store/index.ts'
import type { Content } from '../../../../plugins/content/service.ts'
import { readSchema } from '../../../../plugins/extract/json-schema/index.ts'
import { createRecipes } from '../../../../plugins/extract/recipes/index.ts'

const account = { id: 'usr_1', email: 'a@b.example', plan: 'free', role: 'user' } as const
const page = {
  url: 'https://site.example/',
  html: '<h1>Kettle</h1>',
  markdown: '# Kettle',
  structured: null,
  json: null,
}

/** Learns from an answer on a thread that does this; returns what was logged. */
async function learn(run: (signal: AbortSignal) => Promise<never>, signal = new AbortController().signal) {
  const logged: string[] = []
  const log: Log = { info() {}, warn: (message) => void logged.push(message), error() {}, with: () => log }
  const content = { run: (_: unknown, context: { signal: AbortSignal }) => run(context.signal) }
  const ports = { store: null as unknown as Store, clock: { now: Date.now }, log }
  const recipes = createRecipes(ports, content as unknown as Content, 20)
  const task = { schema: readSchema({ type: 'object', properties: { name: { type: 'string' } } }) }
  await recipes.learn(page, task, { name: 'Kettle' }, { account, signal })
  return logged
}
const never = (signal: AbortSignal) => endOnAbort(new Promise<never>(() => {}), signal)

test('what a model answered is not lost because no recipe can be learned from it', async () => {
  expect(await learn(() => Promise.reject(new Error('The thread ended')))).toEqual(['A recipe could not be learned'])
  // A page may be too large for it; that is no fault.
  expect(await learn(never)).toEqual([])
})

test('learning ends with the extraction that it is part of', async () => {
  const reason = new Error('cancelled')
  await expect(learn(never, AbortSignal.abort(reason))).rejects.toBe(reason)
})
