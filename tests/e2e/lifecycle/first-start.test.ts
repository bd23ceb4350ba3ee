import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPossible, root } from './tree.ts'

/** Copies the program behind `npm start`; no bundle can be made there. */
function copyBoot(folder: string) {
  mkdirSync(join(folder, 'core/bundle'), { recursive: true })
  for (const path of ['core/boot.mjs', 'core/bundle/current.mjs']) copyFileSync(join(root, path), join(folder, path))
  writeFileSync(join(folder, 'core/bundle/renew.ts'), '')
}

test.skipIf(!isPossible)(
  'a first start without the registry says what it waits for, retries, and gives up with a remedy',
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
      copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
      copyBoot(folder)
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
      expect(lines[0]).toMatch(/^weir: installing Bun \S+ from the npm registry; if the registry does not answer, /)
      expect(lines.at(-1)).toMatch(
        /^weir: Bun could not be installed \(.* put Bun \S+ on the PATH yourself\): npm ended /,
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  120_000,
)

test('a start installs what the service needs, and the tests install the rest', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-packages-'))
  const run = async (...command: string[]) => {
    const child = Bun.spawn(command, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    return { code: await child.exited, out, errors }
  }
  const write = (path: string, content: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const has = (name: string) => existsSync(join(folder, 'node_modules', name, 'package.json'))
  try {
    for (const name of ['needed', 'tested']) write(`${name}/package.json`, JSON.stringify({ name, version: '1.0.0' }))
    const engines = { bun: Bun.version }
    const [dependencies, devDependencies] = [{ needed: 'file:./needed' }, { tested: 'file:./tested' }]
    write('package.json', JSON.stringify({ name: 'weirjs', engines, dependencies, devDependencies }))
    for (const path of ['core/cli/main.ts', 'tests/run.ts']) write(path, `console.log('${path} runs')`)
    copyBoot(folder)
    expect((await run(process.execPath, 'install')).code).toBe(0)
    rmSync(join(folder, 'node_modules'), { recursive: true })

    const start = await run(process.execPath, 'core/boot.mjs', 'users')
    expect([start.code, start.out]).toEqual([0, 'core/cli/main.ts runs\n'])
    expect(start.errors.trim().split('\n')).toEqual(['weir: installing packages'])
    expect([has('needed'), has('tested')]).toEqual([true, false])
    const tests = await run(process.execPath, 'core/boot.mjs', 'test')
    expect([tests.code, tests.out]).toEqual([0, 'tests/run.ts runs\n'])
    expect([has('needed'), has('tested')]).toEqual([true, true])
    // Images and archives keep file times in whole seconds.
    const time = Math.floor(statSync(join(folder, 'bun.lock')).mtimeMs / 1000)
    utimesSync(join(folder, 'bun.lock'), time, time)
    expect((await run(process.execPath, 'core/boot.mjs', 'users')).errors).toBe('')
    utimesSync(join(folder, 'bun.lock'), time + 1, time + 1)
    expect((await run(process.execPath, 'core/boot.mjs', 'users')).errors).toBe('weir: installing packages\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)

/** Only root may run programs as another user. */
const canChangeUser = isPossible && process.getuid?.() === 0 && Bun.which('setpriv') !== null

test.skipIf(!canChangeUser)(
  'a user without write access to the checkout runs the Bun that root has put there',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'weir-installed-'))
    const write = (path: string, content: string) => {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    try {
      chmodSync(folder, 0o755)
      write('package.json', JSON.stringify({ name: 'weirjs', engines: { bun: '0.0.1' } }))
      write('bun.lock', '')
      write('node_modules/.weir-installed', `${statSync(join(folder, 'bun.lock')).mtimeMs} production`)
      write('.bun/node_modules/bun/bin/bun.exe', '#!/bin/sh\necho "runs $*"\n')
      write('.bun/version', '0.0.1')
      chmodSync(join(folder, '.bun/node_modules/bun/bin/bun.exe'), 0o755)
      write('core/cli/main.ts', '')
      copyBoot(folder)
      const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
      const child = Bun.spawn([...asNobody, Bun.which('node')!, join(folder, 'core/boot.mjs'), 'users'], {
        env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
      expect([out, errors, await child.exited]).toEqual([`runs ${join(folder, 'core/cli/main.ts')} users\n`, '', 0])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

test.skipIf(!canChangeUser)('a user whose home cannot be written installs Bun without writing there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-homeless-'))
  const write = (path: string, content: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
    chmodSync(join(folder, path), 0o755)
  }
  try {
    chmodSync(folder, 0o755)
    write('package.json', JSON.stringify({ name: 'weirjs', engines: { bun: '0.0.1' } }))
    write('bun.lock', '')
    write('node_modules/.weir-installed', `${statSync(join(folder, 'bun.lock')).mtimeMs} production`)
    mkdirSync(join(folder, '.bun'))
    chownSync(join(folder, '.bun'), 65534, 65534)
    // In place of npm: it says which cache it was given, and installs a Bun that says so.
    const installed = '#!/bin/sh\\necho "runs $*"\\n'
    write(
      'bin/npm',
      `#!/bin/sh
while [ "$1" != --cache ]; do shift; done
mkdir -p "$2" node_modules/bun/bin && echo "$2" > cache && : > node_modules/bun/install.js
printf '${installed}' > node_modules/bun/bin/bun.exe && chmod +x node_modules/bun/bin/bun.exe
`,
    )
    write('core/cli/main.ts', '')
    copyBoot(folder)
    const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
    const child = Bun.spawn([...asNobody, Bun.which('node')!, join(folder, 'core/boot.mjs'), 'users'], {
      env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, HOME: '/nonexistent' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const out = await new Response(child.stdout).text()
    expect([out, await child.exited]).toEqual([`runs ${join(folder, 'core/cli/main.ts')} users\n`, 0])
    const cache = join(folder, '.bun/npm-cache')
    expect([readFileSync(join(folder, '.bun/cache'), 'utf8').trim(), existsSync(cache)]).toEqual([cache, false])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
