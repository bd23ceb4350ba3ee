import { expect, test } from 'bun:test'
import type { StoredResult } from '../../../../core/contracts/jobs/jobs.ts'
import { packResult } from '../../../../core/jobs/store/pack-result.ts'
import { readStored } from '../../../../core/jobs/store/stored-result.ts'
import type { Queries } from '../../../../core/store/index.ts'

/** A result as it is read from the store. */
async function stored(result: unknown): Promise<StoredResult> {
  const { body } = await packResult(result)
  const rows = [{ position: 0, files: null, size: body.byteLength, start: body }]
  const queries = { get: async () => rows.shift() } as unknown as Queries
  for await (const found of readStored(queries, 1, -1)) return found
  throw new Error('Nothing is stored')
}

/** A result whose JSON has `length` characters. */
const ofLength = (length: number) => ({ list: ['x'.repeat(length - '{"list":[""]}'.length)] })

test.each([
  [4_194_304, true],
  [4_194_305, false],
])('the fields of a result of %i characters are parsed: %p', async (length, isParsed) => {
  const result = ofLength(length)
  const found = await stored(result)
  expect(found.size).toBe(length)
  const fields = await found.fields()
  if (isParsed) expect(fields).toEqual(result)
  else expect(fields).toBeUndefined()
})

test.each([[[1, 2]], ['text'], [null]])('a result that is %j has no fields', async (result) => {
  expect(await (await stored(result)).fields()).toBeUndefined()
})

test('the outline of a result is its JSON without its long texts', async () => {
  const long = 'x'.repeat(10_000)
  const found = await stored({ url: 'u', long, list: [long.slice(0, 10)], last: 1 })
  let outline = ''
  for await (const piece of found.outline()) outline += piece
  expect(outline).toBe('{"url":"u","long":"","list":["xxxxxxxxxx"],"last":1}')
})
