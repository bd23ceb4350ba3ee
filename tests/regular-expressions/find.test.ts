import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findExpressions } from './find.ts'
import { judge } from './judge.ts'

const root = mkdtempSync(join(tmpdir(), 'weir-expressions-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
// The checker's own child processes would run as long as this process.
process.env.RECHECK_BACKEND = 'pure'
afterAll(() => delete process.env.RECHECK_BACKEND)
mkdirSync(join(root, 'core'))
const write = (text: string) => writeFileSync(join(root, 'core/a.ts'), text)

test('finds literals, constructions from constants, and the patterns of schemas', () => {
  write(
    [
      "const YEAR = '\\\\d{4}'",
      'const WORD = /[a-z]+/',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source that is read
      'export const a = (name: string) => new RegExp(`^${YEAR}-${WORD.source}:${name}$`, "iu")',
      "export const b = { pattern: '^x$' }",
    ].join('\n'),
  )
  expect(findExpressions(root).map(({ source, flags, line }) => ({ source, flags, line }))).toEqual([
    { source: '[a-z]+', flags: '', line: 2 },
    { source: '^\\d{4}-[a-z]+:name$', flags: 'iu', line: 3 },
    { source: '^x$', flags: '', line: 4 },
  ])
})

test('refuses an expression that cannot be read from the source', () => {
  write('export const a = (list: string[]) => new RegExp(list.join())')
  expect(() => findExpressions(root)).toThrow('core/a.ts:1')
})

test('tells linear expressions from others', async () => {
  write('export const all = [/^a+$/, /^(a|a)*$/, /\\s+$/]')
  const verdicts = [...(await judge(findExpressions(root))).values()].map(({ safe }) => safe)
  expect(verdicts.toSorted()).toEqual([false, false, true])
})
