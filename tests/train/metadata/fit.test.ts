import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomOf } from '../main-content/boost.ts'
import { check, f1, fit, type Question } from './fit.ts'
import { crossValidate, readQuestions } from './index.ts'

const names = ['bar', 'said', 'rumour', 'noise']

/** Pages on which `said` is mostly right, `rumour` is mostly wrong, and `noise` is random. */
const questions = (seed: number): Question[] => {
  const random = randomOf(seed)
  return Array.from({ length: 300 }, (_, at) => {
    const hasValue = random() < 0.7
    const noise = () => (random() < 0.5 ? [3] : [])
    const option = (isRight: boolean) => {
      const clues = [random() < (isRight ? 0.9 : 0.1) ? 1 : 2, ...noise()]
      return { isNone: false, isRight, clues, amounts: clues.map(() => 1) }
    }
    const none = { isNone: true, isRight: !hasValue, clues: [0], amounts: [1] }
    return { site: `site-${at}`, hasValue, options: [none, ...(hasValue ? [option(true)] : []), option(false)] }
  })
}

test('Fitted weights tell right from wrong on unseen pages, and noise gets no weight', () => {
  const weights = fit(questions(1), names)
  expect(weights.said!).toBeGreaterThan(weights.rumour! + 2)
  expect(weights.noise).toBe(0)
  expect(f1(check(questions(2), names, weights))).toBeGreaterThan(0.85)
  expect(f1(check(questions(2), names, { rumour: 1, bar: 0.5 }))).toBeLessThan(0.4)
})

test('The same pages give the same weights', () => {
  expect(fit(questions(1), names)).toEqual(fit(questions(1), names))
})

test('A folder of labelled pages is read, and weights are fitted for each field that reproduce its labels', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-fit-'))
  try {
    const labels = Array.from({ length: 24 }, (_, at) => {
      const file = `${at}.html`
      const title = `How boat ${at} came home`
      writeFileSync(
        join(folder, file),
        `<title>${title} | The Harbour</title><h2>Boats of the week</h2><main><h1 class="title">${title}</h1>
<p>By <a rel="author" href="/author/${at}">Ann Lee</a></p><time datetime="2025-03-0${1 + (at % 9)}">March</time></main>`,
      )
      const [author, date] = ['Ann Lee', `2025-03-0${1 + (at % 9)}`]
      return JSON.stringify({
        id: file,
        url: `https://s${at}.example/a/${at}`,
        site: `s${at}`,
        file,
        title,
        author,
        date,
      })
    })
    writeFileSync(join(folder, 'labels.jsonl'), labels.join('\n'))
    const read = readQuestions(folder)
    for (const field of ['title', 'author', 'date'] as const) {
      const { clues, questions } = read[field]
      expect(questions.length).toBe(24)
      expect(check(questions, clues.names, fit(questions, clues.names))).toEqual({ recall: 1, precision: 1 })
      expect(crossValidate(read[field])).toEqual({ recall: expect.closeTo(1), precision: expect.closeTo(1) })
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
