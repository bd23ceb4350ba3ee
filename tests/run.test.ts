import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const passing = "import { test } from 'bun:test'\ntest('passes', () => {})\ntest('passes, too', () => {})\n"
const failing = "import { test } from 'bun:test'\ntest('fails', () => { throw new Error('of purpose') })\n"

/** Runs the tests of a folder and returns the exit code and the output. */
async function run(files: Record<string, string>, ...args: string[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'weir-run-'))
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content)
    const child = Bun.spawn([process.execPath, join(import.meta.dir, 'run.ts'), ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return { said: await new Response(child.stderr).text(), code: await child.exited }
  } finally {
    rmSync(cwd, { recursive: true })
  }
}
/** The last count of a kind is the sum of all parts. */
const countOf = (said: string, kind: string) =>
  Number([...said.matchAll(/^ *(\d+) (\w+)$/gm)].findLast((m) => m[2] === kind)?.[1])

test('the tests of all parts are counted together, and the run fails if a part fails', async () => {
  const files = { 'a.test.ts': passing, 'b.test.ts': passing, 'c.test.ts': passing }
  const all = await run(files)
  expect([all.code, countOf(all.said, 'pass'), countOf(all.said, 'fail')]).toEqual([0, 6, 0])
  const some = await run({ ...files, 'b.test.ts': failing })
  expect([some.code, countOf(some.said, 'pass'), countOf(some.said, 'fail')]).toEqual([1, 4, 1])
  expect(some.said.slice(some.said.indexOf('\nFailed:'))).toContain('of purpose')
})

test('a test that fails beside others and passes alone counts as passed, and is reported', async () => {
  const once = `import { test } from 'bun:test'
    import { existsSync, writeFileSync } from 'node:fs'
    test('fails once', () => {
      if (existsSync('been-here')) return
      writeFileSync('been-here', '')
      throw new Error('at first')
    })`
  const { code, said } = await run({ 'a.test.ts': passing, 'b.test.ts': once, 'c.test.ts': passing })
  expect([code, countOf(said, 'pass'), countOf(said, 'fail')]).toEqual([0, 5, 0])
  expect(said).toContain('at first')
  expect(said).toContain('\nFailed beside others, passed alone:\nb.test.ts\n')
})

test('a part that exits early fails the run, even if the tests pass in the second run', async () => {
  const files = {
    'a.test.ts': passing,
    'b.test.ts': "import { test } from 'bun:test'\ntest('x', () => process.exit(3))",
  }
  expect((await run(files)).code).not.toBe(0)
  expect((await run({ 'a.test.ts': failing, 'b.test.ts': files['b.test.ts'] })).code).not.toBe(0)
})

test('files that measure CPU time run last, and they and those that measure memory collect garbage as usual', async () => {
  const telling = `${passing}console.error(import.meta.file, process.env.BUN_GC_TIMER_DISABLE ?? 'as usual')\n`
  const measuring = `import '${join(import.meta.dir, 'growth.ts')}'\n${telling.replace("'passes'", "'measures'")}`
  const late = telling.replace('() => {}', 'async () => await Bun.sleep(500)')
  const { said } = await run({ 'a.test.ts': measuring, 'b.test.ts': `${late}Bun.gc(true)\n`, 'c.test.ts': late })
  expect(said.indexOf('measures')).toBeGreaterThan(said.lastIndexOf('b.test.ts:'))
  expect(said.indexOf('measures')).toBeGreaterThan(said.lastIndexOf('c.test.ts:'))
  const told = [...said.matchAll(/^(\w)\.test\.ts (as usual|1)$/gm)].map(([, file, how]) => `${file} ${how}`)
  expect(told.sort()).toEqual(['a as usual', 'b as usual', 'c 1'])
})

test('files named on the command line are the only ones that run', async () => {
  const { code, said } = await run({ 'a.test.ts': passing, 'b.test.ts': failing }, 'a.test.ts')
  expect([code, countOf(said, 'pass'), countOf(said, 'fail')]).toEqual([0, 2, 0])
})

test('temporary files of the tests are deleted with the temporary folder', async () => {
  const leaving = (name: string) => `import { test } from 'bun:test'
    import { mkdtempSync, writeFileSync } from 'node:fs'
    import { tmpdir } from 'node:os'
    test('leaves a folder', () => writeFileSync('${name}', mkdtempSync(tmpdir() + '/left-')))`
  const kept = mkdtempSync(join(tmpdir(), 'weir-run-'))
  try {
    const names = ['first', 'second'].map((name) => join(kept, name))
    await run({ 'a.test.ts': leaving(names[0]!), 'b.test.ts': passing, 'c.test.ts': passing })
    await run({ 'a.test.ts': leaving(names[1]!) }, 'a.test.ts')
    const left = names.map((name) => readFileSync(name, 'utf8'))
    expect(left.map((folder) => [basename(folder).slice(0, 5), existsSync(folder)])).toEqual([
      ['left-', false],
      ['left-', false],
    ])
  } finally {
    rmSync(kept, { recursive: true })
  }
})

test.skipIf(process.platform !== 'linux')(
  'tests that leave a process behind fail, and it is named',
  async () => {
    const leaving = (command: string) => `import { spawn } from 'node:child_process'
    import { test } from 'bun:test'
    test('passes', () => void spawn('sh', ['-c', '${command}'], { stdio: 'ignore', detached: true }).unref())`
    // One is still a child of the tests when they end, the other has lost its parent.
    for (const command of ['exec sleep 33', 'sleep 33 &']) {
      const { code, said } = await run({ 'a.test.ts': leaving(command) }, 'a.test.ts')
      expect(said).toContain('have left processes')
      const [, pid] = /(\d+) sleep 33/.exec(said) ?? []
      process.kill(Number(pid), 'SIGKILL')
      expect(code).not.toBe(0)
    }
  },
  120_000,
)
