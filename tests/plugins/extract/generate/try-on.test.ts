import { expect, test } from 'bun:test'
import { tryOn } from '../../../../plugins/extract/generate/try-on.ts'
import { readSchema } from '../../../../plugins/extract/json-schema/index.ts'

const page = { url: 'https://example.com/', markdown: 'Kettle', structured: null, json: null }
const schema = { type: 'object' as const, properties: { name: { type: 'string' } }, required: [], description: '' }
/** A model that never answers. */
const fill = (_: unknown, __: unknown, { signal }: { signal?: AbortSignal }) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
const tried = (signal: AbortSignal) => tryOn(page, { schema, model: undefined }, { fill, readSchema }, signal)

test('a schema that cannot be tried in time is returned with a warning', async () => {
  expect(await tried(AbortSignal.timeout(10))).toEqual([expect.stringContaining('no time')])
})

test('the trial ends when its caller disconnects', async () => {
  const gone = new AbortController()
  const trial = tried(gone.signal)
  gone.abort()
  await expect(trial).rejects.toMatchObject({ name: 'AbortError' })
})
