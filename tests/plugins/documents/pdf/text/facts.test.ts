import { expect, test } from 'bun:test'
import { factsOf } from '../../../../../plugins/documents/pdf/text/facts.ts'

const run = (text: string, size: number, mono = false) => ({
  text,
  size,
  mono,
  left: 0,
  right: text.length * 5,
  baseline: 0,
  bold: false,
  italic: false,
  href: null,
  mark: null,
})
const many = (count: number, text: string, size: number, mono = false) =>
  Array.from({ length: count }, () => run(text, size, mono))
const running = 'Kettles of copper are read about in lines that run on as these do'

test.each([
  ['most letters', [...many(30, running, 10), ...many(10, 'A note on kettles', 8)], 10],
  ['running text if cells of tables have more letters', [...many(20, running, 10), ...many(300, '100 000 kg', 8)], 10],
  ['most letters if larger ones are in a single long line', [run(running, 14), ...many(300, 'Name', 9)], 9],
  ['most letters if running text is smaller', [...many(20, running, 6), ...many(400, 'Name of it', 10)], 10],
  ['the whole text if there is no running text', [...many(90, 'Kettle', 10), run('Tea', 18)], 10],
  ['text that is not code', [...many(20, running, 10), ...many(90, running, 8, true)], 10],
] as const)('the body size is that of %s', (_, runs, size) => {
  expect(factsOf(runs).bodySize).toBe(size)
})
