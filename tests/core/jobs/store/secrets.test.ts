import { expect, test } from 'bun:test'
import { t } from '../../../../core/index.ts'
import { hasSecrets, openValue, sealValue } from '../../../../core/jobs/store/secrets.ts'
import type { Sealer } from '../../../../core/secrets/sealer.ts'

/** Seals values so that a test can look inside. */
const sealer = {
  seal: (text: string, id: string) => `${id}|${text}`,
  open: (sealed: string, id: string) => {
    if (!sealed.startsWith(`${id}|`)) throw new Error('sealed for another')
    return sealed.slice(id.length + 1)
  },
} as unknown as Sealer
const secret = (schema: object) => ({ ...schema, secret: true }) as unknown as ReturnType<typeof t.String>
const round = (schema: Parameters<typeof sealValue>[0], value: unknown) => {
  const stored = sealValue(schema, value, sealer, 'j')
  return { ...stored, opened: openValue(stored, sealer, 'j') }
}

test('values that a schema marks as secret are stored separately, and put back in their place', () => {
  const schema = t.Object({
    url: t.String(),
    authentication: secret(t.Object({ token: t.String() })),
    pages: t.Array(t.Object({ name: t.String(), key: secret(t.String()) })),
    nested: t.Object({ deep: t.Object({ key: secret(t.String()) }) }),
    keys: t.Array(secret(t.String())),
  })
  const value = {
    url: 'https://a.example/',
    authentication: { token: 'TOKEN' },
    pages: [
      { name: 'one', key: 'K1' },
      { name: 'two', key: 'K2' },
    ],
    nested: { deep: { key: 'K3' } },
    keys: ['K4', 'K5'],
    more: { key: 'not marked' },
  }
  const { value: open, secrets, opened } = round(schema, value)
  expect(opened).toEqual(value)
  expect(open).not.toMatch(/TOKEN|K\d/)
  expect(JSON.parse(open)).toEqual({
    url: 'https://a.example/',
    pages: [{ name: 'one' }, { name: 'two' }],
    nested: { deep: {} },
    keys: [null, null],
    more: { key: 'not marked' },
  })
  expect(JSON.parse(secrets!.slice(2))).toEqual([
    [['authentication'], { token: 'TOKEN' }],
    [['pages', 0, 'key'], 'K1'],
    [['pages', 1, 'key'], 'K2'],
    [['nested', 'deep', 'key'], 'K3'],
    [['keys', 0], 'K4'],
    [['keys', 1], 'K5'],
  ])
  // The given value is unchanged.
  expect(value.pages[0]!.key).toBe('K1')
})

test('a value without secrets is stored as it is', () => {
  const schema = t.Object({ key: t.Optional(secret(t.String())), list: t.Optional(t.Array(t.Number())) })
  expect(round(schema, { list: [1, 2] })).toEqual({ value: '{"list":[1,2]}', secrets: null, opened: { list: [1, 2] } })
  expect(round(t.Object({ a: t.Number() }), { a: 1 })).toEqual({ value: '{"a":1}', secrets: null, opened: { a: 1 } })
  for (const nothing of [null, undefined]) {
    expect(round(schema, nothing).value).toBe('null')
    expect(round(t.Object({}), nothing).value).toBe('null')
  }
  expect(round(schema, 'text')).toEqual({ value: '"text"', secrets: null, opened: 'text' })
})

test('a value may be secret as a whole, and keys may look like those of Object.prototype', () => {
  expect(round(secret(t.String()), 'ALL')).toMatchObject({ value: 'null', opened: 'ALL' })
  const schema = t.Object({ key: secret(t.String()) })
  expect(round(schema, { constructor: 'x', key: 'K' })).toMatchObject({
    value: '{"constructor":"x"}',
    opened: { constructor: 'x', key: 'K' },
  })
})

test('erased secrets are missing', () => {
  const schema = t.Object({ url: t.String(), key: secret(t.String()) })
  const { value } = sealValue(schema, { url: 'u', key: 'K' }, sealer, 'j')
  expect(openValue({ value, secrets: null }, sealer, 'j')).toEqual({ url: 'u' })
})

test('a schema has secrets if a part of it is marked', () => {
  expect(hasSecrets(t.Object({ a: t.Array(t.Object({ b: secret(t.String()) })) }))).toBe(true)
  expect([
    hasSecrets(t.Object({ a: t.Array(t.String()) })),
    hasSecrets(t.String()),
    hasSecrets(secret(t.Any())),
  ]).toEqual([false, false, true])
})
