import { expect, test } from 'bun:test'
import { dirname } from 'node:path'
import { circles, importsBelow, runtimeImportsBelow, sourcesBelow, TEMPLATES } from './imports.ts'

const rooms = ['core', 'schemas', 'plugins', 'engines'] as const
const written = new Map((await Promise.all(rooms.map(sourcesBelow))).flatMap((files) => [...files]))
/** A generated file. */
const GENERATED = 'core/client/openapi.ts'
const sources = new Map([...written].filter(([file]) => file !== GENERATED))
const all = new Map([...sources, ...(await sourcesBelow(TEMPLATES)), ...(await sourcesBelow('tests'))])

const MAX_FILES = 15
const MAX_LINES = 300
const MAX_COMMENT = 118

test('the rules apply to all source files', () => {
  expect(sources.size).toBeGreaterThan(500)
  for (const room of rooms) expect([...sources.keys()].some((file) => file.startsWith(`${room}/`))).toBe(true)
})

test('no files import each other in a circle at run time, with import() counted', async () => {
  const running = (await Promise.all(rooms.map(runtimeImportsBelow))).flat()
  expect(running.length).toBeGreaterThan(1000)
  expect(circles(running)).toEqual([])
})

test('only the types of the contracts of plugins, jobs and services refer to each other in a circle', async () => {
  const typed = (await Promise.all(rooms.map(importsBelow))).flat()
  expect(circles(typed)).toEqual([
    [
      'core/contracts/jobs/job.ts',
      'core/contracts/jobs/jobs.ts',
      'core/contracts/plugin.ts',
      'core/contracts/service.ts',
    ],
  ])
})

test(`no folder has more than ${MAX_FILES} files`, () => {
  const counts = new Map<string, number>()
  for (const file of sources.keys()) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect([...counts].filter(([, files]) => files > MAX_FILES)).toEqual([])
})

const isComment = (line: string) => /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$))/.test(line)

test(`no file has more than ${MAX_LINES} lines of code`, () => {
  const lengths = [...sources].map(
    ([file, source]) =>
      [file, source.split('\n').filter((line) => line.trim() !== '' && !isComment(line)).length] as const,
  )
  expect(lengths.filter(([, lines]) => lines > MAX_LINES)).toEqual([])
})

test(`no line of a comment is wider than ${MAX_COMMENT} columns`, () => {
  const wide = [...all].flatMap(([file, source]) =>
    source
      .split('\n')
      .map((line, index) => ({ line, at: `${file}:${index + 1}` }))
      // Biome needs the reason for an exception on the same line.
      .filter(({ line }) => line.length > MAX_COMMENT && isComment(line) && !line.includes('biome-ignore'))
      .map(({ at }) => at),
  )
  expect(wide).toEqual([])
})
