import { expect, test } from 'bun:test'
import { askModel } from '../../../../plugins/extract/fill/ask-model.ts'
import { readSchema } from '../../../../plugins/extract/json-schema/index.ts'
import type { LanguageModel, Question } from '../../../../plugins/models/service.ts'

const usage = { prompt: 0, completion: 0, reasoning: 0, total: 10 }
const names = (text: string) => text.match(/NAME-\d+/g) ?? []
/** A model that records what it is shown and asked. */
function reader(answer = (user: string): unknown => ({ names: names(user) })) {
  const asked: Question[] = []
  const model: LanguageModel = {
    model: 'reader',
    async ask(question) {
      asked.push(question)
      return { value: answer(question.user), model: 'reader', calls: 1, usage }
    },
  }
  return { model, asked }
}
const task = {
  schema: readSchema({
    type: 'object',
    properties: { names: { type: 'array', items: { type: 'string' } } },
    required: ['names'],
  }),
}
const page = (n: number, words = 10) => ({
  url: `https://a.example/${n}`,
  markdown: `# Page ${n}\n\nNAME-${n} ${'word '.repeat(words)}`,
  structured: null,
  json: null,
})
const pages = (count: number, words?: number) => Array.from({ length: count }, (_, i) => page(i, words))
const how = { chunkTokens: 1000, signal: new AbortController().signal }

test('many short pages are shown to a model together as far as there is room, and all are shown', async () => {
  const { model, asked } = reader()
  const { data, warnings } = await askModel(model, pages(20), task, how)
  expect(data).toEqual({ names: Array.from({ length: 20 }, (_, i) => `NAME-${i}`) })
  expect([asked.length, warnings]).toEqual([1, []])
  for (const { url } of pages(20)) expect(asked[0]!.user).toContain(`Address of the page: ${url}\n`)
})

test('pages without room for all of them are shown separately, and a long one in pieces', async () => {
  const { model, asked } = reader()
  await askModel(model, [...pages(3, 400), page(3, 1500), page(4)], task, how)
  const shown = asked.map(({ user }) => names(user).join())
  expect(shown.filter(Boolean)).toEqual(['NAME-0', 'NAME-1', 'NAME-2', 'NAME-3', 'NAME-4'])
  expect(shown.length).toBeGreaterThan(5)
})

test('once one part has failed, the requests for the others are aborted', async () => {
  const failure = new Error('It failed')
  const reasons: unknown[] = []
  let calls = 0
  const model: LanguageModel = {
    model: 'failing',
    async ask(_, signal) {
      if (++calls === 1) throw failure
      signal.addEventListener('abort', () => reasons.push(signal.reason))
      return new Promise<never>(() => {})
    },
  }
  await expect(askModel(model, pages(3, 400), task, how)).rejects.toBe(failure)
  expect(reasons).toEqual([failure, failure])
})
