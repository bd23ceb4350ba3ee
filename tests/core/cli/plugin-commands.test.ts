import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { runWeir, weirCommand } from '../../run-weir.ts'
import { strangersFolder } from '../../strangers.ts'
import { startWeir } from '../../weir.ts'

const strangers = strangersFolder()
afterAll(strangers.remove)

const greeter = strangers.plugin(`import { CommandError, definePlugin, readArgs, t } from 'weirjs'
export default definePlugin({
  name: 'greeter', api: 1, tag: { name: 'Greeter', description: 'Greets.' },
  config: t.Object({ word: t.String({ default: 'Hello', env: 'WEIR_GREETING' }) }),
  commands: [{
    name: 'greet',
    usage: 'greet NAME [--loud]',
    summary: 'Greets somebody',
    details: '--loud  in capitals',
    async run(args, { config, say, note, request }) {
      const { values, positionals: [name] } = readArgs(args, { loud: { type: 'boolean' } })
      if (name === undefined) throw new CommandError('Usage: weir greet NAME', 2)
      if (name === 'nobody') throw new CommandError('Nobody is there')
      if (name === 'bug') throw new Error('A bug')
      if (name === 'later') return new Promise((done) => setTimeout(done, 100).unref()).then(() => say('At last'))
      if (name === 'all') return say('x'.repeat(5_000_000))
      const { data } = await request('GET', '/v1/capabilities') as { data: { plan: string } }
      const text = config.word + ' ' + name + ' on ' + data.plan
      note('greeting')
      say(values.loud ? text.toUpperCase() : text)
    },
  }],
})
`)
const named = (name: string, plugin = 'other') =>
  strangers.plugin(`import { definePlugin } from 'weirjs'
export default definePlugin({ name: '${plugin}', api: 1, tag: { name: 'X', description: 'X' },
  commands: [{ name: '${name}', usage: '${name}', summary: 'Does it', run: async () => {} }] })
`)

const call = (args: string[], settings: Record<string, string> = {}) =>
  runWeir(args, {
    cwd: strangers.folder,
    settings: {
      WEIR_PLUGINS: `account,jobs,${greeter}`,
      WEIR_DATA_DIR: join(strangers.folder, 'data'),
      ...settings,
    },
  })

describe('a command of a plugin', () => {
  test('runs with its settings and the API, and exits with 0, 1 or 2', async () => {
    const done = await call(['greet', 'Ada', '--loud'], { WEIR_GREETING: 'Welcome' })
    expect([done.code, done.out]).toEqual([0, 'WELCOME ADA ON ENTERPRISE\n'])
    expect(done.error).toEndWith('greeting\n')
    expect(await call(['greet', 'nobody'])).toEqual({ out: '', error: 'weir: Nobody is there\n', code: 1 })
    expect(await call(['greet'])).toEqual({ out: '', error: 'weir: Usage: weir greet NAME\n', code: 2 })
    expect((await call(['greet', '--quiet'])).code).toBe(2)
    expect(await call(['greet', 'later'])).toEqual({ out: 'At last\n', error: '', code: 0 })
    const bug = await call(['greet', 'bug'])
    expect([bug.code, bug.error]).toEqual([1, expect.stringContaining('A bug')])
  }, 120_000)

  test('gives all of its output to a reader that is slow, and ends if the reader does not want it', async () => {
    const outer = Object.entries(process.env).filter(([name]) => !name.startsWith('WEIR_'))
    const read = async (reader: string) => {
      const child = Bun.spawn(
        ['bash', '-c', `set -o pipefail; "$@" | (${reader})`, 'bash', ...weirCommand, 'greet', 'all'],
        {
          cwd: strangers.folder,
          env: {
            ...Object.fromEntries(outer),
            WEIR_ENGINES: 'lightweight',
            WEIR_PLUGINS: `account,jobs,${greeter}`,
            WEIR_DATA_DIR: join(strangers.folder, 'slow'),
          },
          stdout: 'pipe',
          stderr: 'ignore',
        },
      )
      return [(await new Response(child.stdout).text()).trim(), await child.exited]
    }
    expect(await read('sleep 3; wc -c')).toEqual(['5000001', 0])
    expect(await read('head -c 3')).toEqual(['xxx', 0])
  }, 120_000)

  test('is listed in the help beside the others', async () => {
    const help = await call(['help'])
    expect(help.out).toMatch(/^ {2}weir serve .*\n(?:.*\n)* {2}weir greet NAME \[--loud\] +Greets somebody\n/m)
    expect((await call(['greet', '--help'])).out).toBe(
      'Usage: weir greet NAME [--loud]\n\nGreets somebody.\n\n--loud  in capitals\n',
    )
    const unknown = await call(['great'])
    expect([unknown.code, unknown.error]).toEqual([
      2,
      expect.stringMatching(/there is no command great; .*doctor, new,.* greet\b/),
    ])
  }, 120_000)

  test('does not prevent the help if its plugin cannot be loaded', async () => {
    const help = await call(['help'], { WEIR_PLUGINS: './missing.ts' })
    expect([help.code, help.out]).toEqual([0, expect.stringContaining('weir serve')])
    expect(help.error).toContain('the commands of plugins are not shown: WEIR_PLUGINS: there is no file ./missing.ts')
  }, 120_000)

  test('is refused if its name is taken or cannot be typed, by the command line and by the server', async () => {
    const refusal = async (...plugins: string[]) => {
      const settings = { WEIR_PLUGINS: plugins.join(), WEIR_ENGINES: 'lightweight' }
      const weir = await startWeir(settings).catch((error: Error) => error)
      if (weir instanceof Error) return weir.message
      await weir.close()
      return 'it started'
    }
    const serve = named('serve')
    const says = 'Plugin other: its command serve is one of Weir itself already; leave it out of WEIR_PLUGINS'
    expect(await refusal(serve)).toBe(says)
    expect(await call(['greet', 'Ada'], { WEIR_PLUGINS: `${greeter},${serve}` })).toEqual({
      out: '',
      error: `weir: ${says}\n`,
      code: 1,
    })
    expect(await refusal(greeter, named('greet'))).toMatch(
      /^Plugin \w+: its command greet is one of the plugin \w+ already/,
    )
    expect(await refusal(named('Greet me'))).toContain('its command is called "Greet me": a name is')
  }, 120_000)
})
