import { expect, test } from 'bun:test'
import { readAnswer } from '../../../plugins/mcp/read-answer.ts'

/** Long enough to be read in chunks, with sequences that the end of a chunk may split. */
const long = 'é\ud83d\ude00 "\\\n'.repeat(30_000)
const answer = (value: unknown) => new Response(JSON.stringify(value))

test('an answer is the value of its JSON, whatever its length', async () => {
  const values = [
    { success: true, data: { content: long, links: [], deep: [[{ n: -1.5e3, no: null, yes: true }]] }, '': long },
    { text: long, list: [long, long] },
    [long],
    long,
    { short: 'é' },
  ]
  for (const value of values) expect(await readAnswer(answer(value))).toEqual(value)
})

test('the fields of a page that no tool shows are left out, but not other fields of these names', async () => {
  const own = { markdown: long, text: 'own' }
  const page = { url: 'http://a.test/', content: long, extracted: own }
  const told = { data: { total: 2, text: 'kept', results: [page, page] } }
  const sent = { data: { ...told.data, results: [page, page].map((it) => ({ ...it, markdown: long, html: long })) } }
  expect(await readAnswer(answer(sent), 4)).toEqual(told)
})

test('`__proto__` is read as a plain name', async () => {
  const json = `{"__proto__":{"polluted":true},"text":"${'x'.repeat(100_000)}"}`
  const read = (await readAnswer(new Response(json))) as object
  expect([Object.keys(read), 'polluted' in read]).toEqual([['__proto__', 'text'], false])
})

test('an answer that is not JSON is refused', async () => {
  await expect(readAnswer(new Response('<p>Not here</p>'))).rejects.toThrow(SyntaxError)
})

test('other work goes on while a long answer is read', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await readAnswer(answer({ data: Array.from({ length: 100 }, () => long) }))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(3)
})
