import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { deno } from './deno/program.ts'

const root = join(import.meta.dir, '..')

test.skipIf(!deno)(
  'stores, queues and engines work on Deno, and `deno task start` serves',
  async () => {
    const child = Bun.spawn([deno!, 'task', 'test'], {
      cwd: root,
      // Deno's task starts no Postgres.
      env: { ...process.env, NO_COLOR: '1', WEIR_TEST_STORE: 'sqlite' },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [said, complained] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    // The failures follow this heading in full.
    const failed = said.split('\n ERRORS \n')[1]
    expect([failed, await child.exited, complained]).toEqual([undefined, 0, complained])
    // Those of engines without a browser are ignored.
    const [, passed, steps, ignored = 0] =
      /^ok \| (\d+) passed \((\d+) steps\) \| 0 failed(?: \| (\d+) ignored)?/m.exec(said) ?? []
    expect(Number(passed) + Number(ignored)).toBe(6)
    expect(Number(steps)).toBeGreaterThan(15 * Number(passed))
  },
  240_000,
)

test('Deno installs the versions of bun.lock', async () => {
  // Deno reads no other version of the file, and would install the newest packages instead.
  expect(await Bun.file(join(root, 'bun.lock')).text()).toContain('"lockfileVersion": 1,')
})
