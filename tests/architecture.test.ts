import { expect, test } from 'bun:test'
import { importsBelow, root, target } from './imports.ts'

const readme = await Bun.file(`${root}/README.md`).text()
/** The lines of a diagram in the README. */
const picture = (name: string) =>
  (new RegExp(`<!-- ${name} -->\n\`\`\`\n([^\`]*)\`\`\``).exec(readme)?.[1] ?? '')
    .split('\n')
    .filter((line) => line !== '')
const imports = (await Promise.all(['core', 'schemas', 'plugins', 'engines'].map(importsBelow))).flat()

/** The room (a top folder, plugin or engine) of a file or an import; undefined for packages and other files. */
function roomOf(path: string): string | undefined {
  if (path === 'weirjs') return 'core'
  const [top = '', below = ''] = path.replace(/^weirjs\//, '').split('/')
  if (top === 'core' || top === 'schemas') return top
  return (top === 'plugins' || top === 'engines') && !below.includes('.') ? `${top}/${below}` : undefined
}

const drawn = picture('layers').map((line) => {
  const [from = '', to] = line.split('─▶').map((part) => part.trim())
  return { from, to: to === undefined ? [] : to.split(', ') }
})

test('the rooms in the README are those of the sources', () => {
  const rooms = new Set(imports.flatMap(({ file }) => roomOf(file) ?? []))
  expect(rooms.size).toBeGreaterThan(10)
  expect(drawn.map(({ from }) => from).sort()).toEqual([...rooms].sort())
})

test('the arrows between rooms are the imports, no more and no fewer', () => {
  const arrows = imports.flatMap((entry) => {
    const [from, to] = [roomOf(entry.file), roomOf(target(entry))]
    return from && to && from !== to ? `${from} ─▶ ${to}` : []
  })
  const shown = drawn.flatMap(({ from, to }) => to.map((room) => `${from} ─▶ ${room}`))
  expect(shown.sort()).toEqual([...new Set(arrows)].sort())
})

test('the arrows between rooms lead down', () => {
  const order = drawn.map(({ from }) => from)
  const up = drawn.flatMap(({ from, to }) => to.filter((room) => order.indexOf(room) <= order.indexOf(from)))
  expect(up).toEqual([])
})

test('each arrow between files is an import, or is drawn as a call of a value that was passed on', async () => {
  const steps = picture('ways').flatMap((line) => {
    const stops = line.split(/ (─▶|┄▷) /)
    return stops.flatMap((stop, at) => (at % 2 === 0 ? [] : { from: stops[at - 1]!, arrow: stop, to: stops[at + 1]! }))
  })
  expect(steps.length).toBeGreaterThan(10)
  const imported = new Set(imports.map((entry) => `${entry.file} ${target(entry)}`))
  const wrong: string[] = []
  for (const { from, arrow, to } of steps) {
    const isThere = (await Promise.all([from, to].map((file) => Bun.file(`${root}/${file}`).exists()))).every(Boolean)
    if (!isThere || imported.has(`${from} ${to}`) !== (arrow === '─▶')) wrong.push(`${from} ${arrow} ${to}`)
  }
  expect(wrong).toEqual([])
})
