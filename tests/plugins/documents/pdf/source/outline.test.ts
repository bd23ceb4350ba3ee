import { expect, test } from 'bun:test'
import { readOutline } from '../../../../../plugins/documents/pdf/source/outline.ts'

interface Node {
  title: string
  items: Node[]
}
const node = (title: string, ...items: Node[]): Node => ({ title, items })
const outlineOf = async (getOutline: () => Promise<Node[] | null>) => [
  ...(await readOutline({ getOutline } as unknown as Parameters<typeof readOutline>[0])),
]

test('the outline of a document determines headings and their levels down to six', async () => {
  const chapters = [
    node('1. Tea', node('Kettles & Pots', node('Copper'))),
    node('2. Milk', node('TEA'), node('1 tea'), node('—', node('Oat'))),
  ]
  expect(await outlineOf(async () => chapters)).toEqual([
    ['1tea', 1],
    ['kettlespots', 2],
    ['copper', 3],
    ['2milk', 1],
    ['tea', 2],
    ['oat', 3],
  ])
})

test('an outline is read twenty levels deep, and levels below six count as six', async () => {
  const nested = (depth: number): Node[] => (depth > 25 ? [] : [node(`level ${depth}`, ...nested(depth + 1))])
  const levels = (await outlineOf(async () => nested(1))).map(([, level]) => level)
  expect(levels).toEqual([1, 2, 3, 4, 5, ...Array.from({ length: 15 }, () => 6)])
})

test('a document has no outline if it is missing or cannot be read', async () => {
  expect(await outlineOf(async () => null)).toEqual([])
  expect(await outlineOf(() => Promise.reject(new Error('damaged')))).toEqual([])
})
