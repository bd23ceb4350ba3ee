import { expect, test } from 'bun:test'
import { Glob } from 'bun'

/** An assertion that a time is short. Asserting that it is long enough is fine, as load makes no time shorter. */
const assertion =
  /expect\(.*(?:(?:performance|Date)\.now\(\)|nanoseconds\(\)|elapsed|took|longest|resumed).*\)\.toBe(?:Less|Within)/

test.each([
  ['expect(performance.now() - started).toBeLessThan(100)', true],
  ['expect(Math.round(Date.now() - begun)).toBeLessThanOrEqual(100)', true],
  ['expect(elapsed).toBeWithin(1, 2)', true],
  ['expect(longest).toBeLessThan((performance.now() - started) / 3)', true],
  ['expect(performance.now() - started).toBeGreaterThan(140)', false],
  ['expect(cpuTime(work)).toBeLessThan(200)', false],
])('%s asserts that a time is short: %p', (line, expected) => {
  expect(assertion.test(line)).toBe(expected)
})

test('no test asserts that a time is short, as a busy machine makes it long', async () => {
  const found: string[] = []
  for await (const file of new Glob('**/*.test.ts').scan(import.meta.dir)) {
    if (file === 'clock.test.ts') continue
    if (assertion.test(await Bun.file(`${import.meta.dir}/${file}`).text())) found.push(file)
  }
  expect(found).toEqual([])
})
