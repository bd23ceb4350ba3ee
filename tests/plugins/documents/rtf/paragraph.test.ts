import { expect, test } from 'bun:test'
import { withoutTags } from '../../../../plugins/documents/html-writer/markup.ts'
import { read } from '../../../../plugins/documents/rtf/index.ts'

const hints = { mime: 'application/rtf', url: 'https://docs.example/a.rtf' }
const htmlOf = async (body: string) => (await read(Buffer.from(`{\\rtf1\\ansi ${body}}`), hints)).html

test('a paragraph with more format changes than any program writes is split, with all of its text', async () => {
  const count = 250_000
  const html = await htmlOf('a\\b1 b\\b0 '.repeat(count))
  expect(html.match(/<p>/g)).toHaveLength(3)
  expect(withoutTags(html).replaceAll('\n', '') === 'ab'.repeat(count)).toBe(true)
})

test('a paragraph with thousands of format changes is one', async () => {
  const html = await htmlOf('a\\b1 b\\b0 '.repeat(50_000))
  expect(html.match(/<p>/g)).toHaveLength(1)
})
