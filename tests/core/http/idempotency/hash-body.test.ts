import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { hashBody } from '../../../../core/http/idempotency/hash-body.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, more: { name: `n${id}`, list: [1, null] } }))
/** The same value with the fields of each object in reverse order. */
const turned = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(turned)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([name, inner]) => [name, turned(inner)]),
        )
      : value

test.each([1, 10, 5000])('a body of %d rows has one hash, in whatever order its fields are', async (count) => {
  const body = { data: rows(count), empty: {}, none: [], note: 'x'.repeat(10_000), options: { a: 1, b: [true] } }
  expect(await hashBody(turned(body))).toBe(await hashBody(body))
  const others = [
    { ...body, note: 'y' },
    { ...body, data: rows(count).toReversed().concat(rows(1)) },
    { ...body, options: { a: 1, b: true } },
    { ...body, empty: [] },
    body.data,
  ]
  for (const other of others) expect(await hashBody(other)).not.toBe(await hashBody(body))
})

test.each([1, 5000])(
  'the hash is that of the JSON of %d rows without whitespace, with sorted fields',
  async (count) => {
    const body = { data: rows(count), empty: {}, none: null, options: [[1, 'é'], []] }
    const row = (_: unknown, id: number) => `{"id":${id},"more":{"list":[1,null],"name":"n${id}"}}`
    const json = `{"data":[${Array.from({ length: count }, row)}],"empty":{},"none":null,"options":[[1,"é"],[]]}`
    expect(await hashBody(turned(body))).toBe(createHash('sha256').update(json).digest('hex'))
  },
)

test('other requests are served while a large body is hashed', async () => {
  const body = { data: rows(100_000) }
  let turns = 0
  const turn = () => {
    turns++
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  await hashBody(body)
  clearImmediate(next)
  expect(turns).toBeGreaterThan(5)
})
