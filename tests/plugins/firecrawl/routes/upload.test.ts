import { expect, test } from 'bun:test'
import { readUpload } from '../../../../plugins/firecrawl/routes/upload.ts'

/** The bytes of a form, and its content type. */
function form(parts: readonly (readonly [head: string, body: string])[], boundary = 'X', written = boundary) {
  const text = parts.map(
    ([head, body]) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`,
  )
  const bytes = new TextEncoder().encode(`${text.join('')}--${boundary}--\r\n`)
  return [bytes, `multipart/form-data; boundary=${written}`] as const
}
const file = ['name="file"; filename="a.txt"', 'Words'] as const
const read = (parts: readonly (readonly [string, string])[], ...boundaries: string[]) =>
  readUpload(...form(parts, ...boundaries))

test('a file is read with its options, whatever the boundary', async () => {
  const options = ['name="options"', '{"formats":["html"]}'] as const
  for (const boundaries of [['----a-1'], ['a b', '"a b"'], ["'()+_,-./:=?", `"'()+_,-./:=?"`]]) {
    const { file: got, options: asked } = await read([file, options], ...boundaries)
    expect([got.name, await got.text(), asked]).toEqual(['a.txt', 'Words', { formats: ['html'] }])
  }
  expect((await read([file])).options).toEqual({})
})

test('a body that is not such a form is refused', async () => {
  const [bytes] = form([file])
  const refused = (type: string | null, why: string) => expect(readUpload(bytes, type)).rejects.toThrow(why)
  await refused(null, 'Send the file as multipart/form-data')
  await refused('multipart/form-data', 'names no boundary')
  await expect(read([['name="other"', 'x']])).rejects.toThrow('The form needs a file')
  await expect(read([['name="file"; filename="a.txt"', '']])).rejects.toThrow('The file is empty')
  const named = (length: number) => read([[`name="file"; filename="${'a'.repeat(length)}"`, 'Words']])
  expect((await named(1024)).file.name).toHaveLength(1024)
  await expect(named(1025)).rejects.toThrow('The name of the file must have at most 1024 characters')
  await expect(named(0)).rejects.toThrow('The file needs a name')
})

test('a form of many parts is refused before it is parsed, and deeply nested options before they are read', async () => {
  const many = Array.from({ length: 100_000 }, (_, i) => [`name="x${i}"`, 'y'] as const)
  await expect(read([file, ...many])).rejects.toThrow('A form may have 100 parts')
  const deep = ['name="options"', `${'['.repeat(100_000)}${']'.repeat(100_000)}`] as const
  await expect(read([file, deep])).rejects.toThrow('options must be JSON text')
})

test('options that are not an object are named', async () => {
  for (const text of ['[]', 'null', '5', '"a"'])
    await expect(read([file, ['name="options"', text]])).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'options must be a JSON object',
    })
})
