import { expect, test } from 'bun:test'
import { indentJson } from '../../../../plugins/documents/data/indent-json.ts'
import { shapeOf } from '../../../../plugins/documents/data/json-data.ts'
import { growth, LINEAR } from '../../../growth.ts'

const data = {
  name: 'A "name" with [brackets], {braces} and a \\ in it',
  list: [1, [2, [3, { deep: [true, null, 'x,y'] }]], { a: 1, b: { c: 2 } }],
  last: { of: ['all'] },
}

test('the shape of a JSON text is that of its data', () => {
  expect(shapeOf(JSON.stringify(data))).toMatchObject({ depth: 6, containers: 10 })
  expect(shapeOf('[1,2,[3,4]]')).toMatchObject({ depth: 2, containers: 2, values: 4 })
  expect(shapeOf('"[[[,,,"')).toMatchObject({ depth: 0, containers: 0, values: 1 })
})

test('its number of indents is the one that it has when formatted', () => {
  const written = JSON.stringify(data, null, 2)
  const indents = written.split('\n').reduce((sum, line) => sum + line.length - line.trimStart().length, 0)
  expect(shapeOf(JSON.stringify(data)).indents).toBe(indents)
})

test('it is formatted like its data', () => {
  const values = [
    data,
    [],
    {},
    [[], {}, [{}]],
    '',
    'a "b" \\\\ \n\u2028',
    0,
    -1.5e-7,
    true,
    null,
    [null, false],
    { '': [''] },
  ]
  for (const value of values)
    for (const indent of [0, 1, '\t', ' \r\n '])
      expect(indentJson(JSON.stringify(value, null, indent))).toBe(JSON.stringify(value, null, 2))
})

test.each([
  ['blanks', (size: number) => `[${' '.repeat(size)}1${' '.repeat(size)}]`],
  ['strings of escapes', (size: number) => `["${'\\\\'.repeat(size)}"]`],
  ['empty lists', (size: number) => `[${'[],'.repeat(size)}[]]`],
  ['digits', (size: number) => `[${'1'.repeat(size)}]`],
])('it is formatted in linear time: %s', (_, page) => {
  expect(growth(page, indentJson, 100_000)).toBeLessThan(LINEAR)
})
