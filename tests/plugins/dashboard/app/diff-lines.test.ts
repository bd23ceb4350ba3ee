import { describe, expect, test } from 'bun:test'
import { linesOf, partsOf, rowsOf } from '../../../../plugins/dashboard/app/ui/content/diff-lines.ts'

const unified = `--- a
+++ b
@@ -3,4 +3,5 @@
 same
-old one
-old two
+new one
+new two
+new three
@@ -10 +11 @@ heading
+added
 last
\\ No newline at end of file`

const shown = (text: string) => linesOf(text).map(({ kind, text, before, after }) => [kind, text, before, after])

test('the lines of a diff have their numbers before and after', () => {
  expect(shown(unified)).toEqual([
    ['place', '@@ -3,4 +3,5 @@', undefined, undefined],
    ['same', 'same', 3, 3],
    ['removed', 'old one', 4, undefined],
    ['removed', 'old two', 5, undefined],
    ['added', 'new one', undefined, 4],
    ['added', 'new two', undefined, 5],
    ['added', 'new three', undefined, 6],
    ['place', '@@ -10 +11 @@ heading', undefined, undefined],
    ['added', 'added', undefined, 11],
    ['same', 'last', 10, 12],
  ])
  expect(shown('')).toEqual([])
})

test('a removed line and the added one that replaces it are partners', () => {
  const lines = linesOf(unified)
  expect(lines.map(({ partner }) => partner?.text)).toEqual([
    ...[undefined, undefined, 'new one', 'new two', 'old one', 'old two', undefined, undefined, undefined, undefined],
  ])
  const more = linesOf('@@ -1,3 +1 @@\n-a\n-b\n+c\n x\n-d\n x\n+e')
  expect(more.map(({ partner }) => partner?.text)).toEqual([
    ...[undefined, 'c', undefined, 'a', undefined, undefined, undefined, undefined],
  ])
})

test('each line is beside its partner in the side-by-side view', () => {
  const rows = rowsOf(linesOf('@@ -1,3 +1,3 @@\n a\n-b\n+c\n+d\n x\n-e'))
  expect(rows.map(({ place, left, right }) => [place?.kind, left?.text, right?.text])).toEqual([
    ['place', undefined, undefined],
    [undefined, 'a', 'a'],
    [undefined, 'b', 'c'],
    [undefined, undefined, 'd'],
    [undefined, 'x', 'x'],
    [undefined, 'e', undefined],
  ])
})

describe('changed words', () => {
  const parts = (before: string, after: string) => {
    const [, removed, added] = linesOf(`@@ -1 +1 @@\n-${before}\n+${after}`)
    return [removed!, added!].map((line) =>
      partsOf(line)
        .map(({ text, isOther }) => (isOther ? `[${text}]` : text))
        .join(''),
    )
  }
  test('are marked in both lines', () => {
    expect(parts('one two three', 'one six three')).toEqual(['one [two] three', 'one [six] three'])
    expect(parts('one', 'one more')).toEqual(['one', 'one[ more]'])
  })

  test('are not marked in lines of more than 2,000 characters, or in lines that are entirely different', () => {
    const long = (length: number) => `${'x'.repeat(length - 2)} y`
    expect(parts(long(2000), long(2000).replace('y', 'z'))[0]).toEndWith('[y]')
    expect(parts(long(2001), 'z')).toEqual([long(2001), 'z'])
    expect(parts('z', long(2001))).toEqual(['z', long(2001)])
    const words = (name: string) => Array.from({ length: 60 }, (_, i) => `${name}${i}`).join(' ')
    expect(parts(words('a'), words('b'))).toEqual([words('a'), words('b')])
  })

  test('are not marked in a line without a partner', () => {
    expect(partsOf({ kind: 'added', text: 'a b' })).toEqual([{ text: 'a b', isOther: false }])
  })
})
