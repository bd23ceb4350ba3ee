import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }

const root = join(import.meta.dir, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('the image has the Bun version of the package', () => {
  expect(/^FROM oven\/bun:([\d.]+)/m.exec(read('Dockerfile'))?.[1]).toBe(manifest.engines.bun)
})

test('the image includes everything that the service needs', () => {
  const kept = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  for (const name of ['package.json', 'bun.lock', 'bunfig.toml', 'core', 'plugins', 'engines', 'schemas'])
    expect(kept).toContain(name)
})

test.each([
  'Dockerfile',
  'compose.yaml',
  'compose.machines.yaml',
  'deploy/weir.service',
  'deploy/Caddyfile',
  'deploy/nginx.conf',
])('%s names only settings that are in the README', (file) => {
  const known = new Set(read('README.md').match(/WEIR_[A-Z0-9_]+/g))
  expect((read(file).match(/WEIR_[A-Z0-9_]+/g) ?? []).filter((name) => !known.has(name))).toEqual([])
})

test('the unit keeps running if the kernel ends a browser or a document process for lack of memory', () => {
  // By default systemd would stop all processes at once.
  expect(read('deploy/weir.service')).toMatch(/^OOMPolicy=continue$/m)
})

test('Postgres accepts as many connections as the processes beside it hold', () => {
  const each = Number(/(\d+) in all/.exec(read('deploy/postgres.md'))?.[1])
  const { services } = Bun.YAML.parse(read('compose.machines.yaml')) as {
    services: Record<string, Service & { image?: string; deploy?: { replicas: number } }>
  }
  const processes = Object.values(services)
    .filter(({ image }) => image === 'weir')
    .reduce((sum, { deploy }) => sum + (deploy?.replicas ?? 1), 0)
  const taken = Number(/max_connections=(\d+)/.exec(services.postgres!.command!.join(' '))?.[1])
  expect(processes * each).toBeGreaterThan(0)
  // With some to spare for an operator's session.
  expect(taken).toBeGreaterThan(processes * each + 10)
})

test('settings in .env reach the service, on one machine and on several, where all listen on the same port', () => {
  for (const [file, names] of [
    ['compose.yaml', ['weir']],
    ['compose.machines.yaml', ['answer', 'work']],
  ] as const) {
    const { services } = Bun.YAML.parse(read(file)) as { services: Record<string, Service> }
    for (const name of names) expect(services[name]!.env_file).toEqual([{ path: '.env', required: false }])
  }
  const { services } = Bun.YAML.parse(read('compose.machines.yaml')) as { services: Record<string, Service> }
  expect(services.proxy!.command).toContain(`answer:${services.answer!.environment!.WEIR_PORT}`)
})

interface Service {
  env_file?: object[]
  environment?: Record<string, unknown>
  command?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
}

test('containers of the service have a read-only file system, no privileges, and a sandbox for Chromium', () => {
  for (const file of ['compose.yaml', 'compose.machines.yaml']) {
    const { services } = Bun.YAML.parse(read(file)) as { services: Record<string, Service & { image?: string }> }
    const own = Object.values(services).filter(({ image }) => image === 'weir')
    expect(own.length).toBeGreaterThan(0)
    for (const { read_only, cap_drop, security_opt } of own) {
      expect([read_only, cap_drop]).toEqual([true, ['ALL']])
      expect(security_opt).toEqual(['no-new-privileges:true', 'seccomp:./deploy/seccomp.json'])
    }
  }
  const { defaultAction, syscalls } = JSON.parse(read('deploy/seccomp.json')) as {
    defaultAction: string
    syscalls: { names: string[]; action: string }[]
  }
  const allowed = new Set(syscalls.flatMap(({ names, action }) => (action === 'SCMP_ACT_ALLOW' ? names : [])))
  expect(defaultAction).toBe('SCMP_ACT_ERRNO')
  for (const name of ['clone', 'unshare', 'chroot']) expect(allowed.has(name)).toBe(true)
  for (const name of ['mount', 'bpf', 'keyctl', 'kexec_load', 'init_module', 'setns', 'io_uring_setup'])
    expect(allowed.has(name)).toBe(false)
})
