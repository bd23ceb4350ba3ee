import { expect, test } from 'bun:test'
import { shapeOf } from '../../../../plugins/documents/data/json-data.ts'

const data = {
  name: 'A "name" with [brackets], {braces} and a \\ in it',
  list: [1, [2, [3, { deep: [true, null, 'x,y'] }]], { a: 1, b: { c: 2 } }],
  last: { of: ['all'] },
}

test('the shape of a text of JSON is that of its data', () => {
  expect(shapeOf(JSON.stringify(data))).toMatchObject({ depth: 6, containers: 10 })
  expect(shapeOf('[1,2,[3,4]]')).toMatchObject({ depth: 2, containers: 2, values: 4 })
  expect(shapeOf('"[[[,,,"')).toMatchObject({ depth: 0, containers: 0, values: 1 })
})

test('its indents are those that it has when it is written with them', () => {
  const written = JSON.stringify(data, null, 2)
  const indents = written.split('\n').reduce((sum, line) => sum + line.length - line.trimStart().length, 0)
  expect(shapeOf(JSON.stringify(data)).indents).toBe(indents)
})
