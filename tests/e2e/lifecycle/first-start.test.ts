import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPossible, root } from './tree.ts'

test.skipIf(!isPossible)(
  'a first start without the registry says what it waits for, tries it again, and gives it up with a remedy',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'weir-first-'))
    let asked = 0
    using registry = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () => {
        asked++
        return new Response('', { status: 503 })
      },
    })
    try {
      mkdirSync(join(folder, 'core'))
      for (const name of ['core/boot.mjs', 'package.json']) copyFileSync(join(root, name), join(folder, name))
      // A path without Bun.
      const bin = join(folder, 'bin')
      mkdirSync(bin)
      for (const name of ['node', 'npm']) symlinkSync(Bun.which(name)!, join(bin, name))
      const child = spawn(join(bin, 'node'), [join(folder, 'core/boot.mjs'), 'serve'], {
        env: { PATH: bin, HOME: folder, npm_config_registry: registry.url.href },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      child.stderr.on('data', (chunk) => {
        said += chunk
      })
      const code = await new Promise((resolve) => child.once('close', resolve))
      expect(code).toBe(1)
      expect(asked).toBeGreaterThan(1)
      const lines = said.split('\n').filter((line) => line.startsWith('weir: '))
      expect(lines[0]).toMatch(/^weir: installing Bun \S+ from npm's registry; where that does not answer, /)
      expect(lines.at(-1)).toMatch(
        /^weir: Bun could not be installed \(.* put Bun \S+ on the path yourself\): npm ended /,
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  45_000,
)
