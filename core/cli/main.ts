#!/usr/bin/env bun
import { loadConfig, SettingError } from '../config.ts'
import { isApiError } from '../errors.ts'
import { version } from '../version.ts'
import { connect } from './connect.ts'
import type { Command, CommandContext } from './context.ts'
import { CommandError } from './context.ts'

/** Each command by its name; loaded when it is called. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  scrape: async () => (await import('./scrape.ts')).scrape,
  users: async () => (await import('./users.ts')).users,
  keys: async () => (await import('./keys.ts')).keys,
  jobs: async () => (await import('./jobs.ts')).jobs,
  browsers: async () => (await import('./browsers.ts')).browsers,
  doctor: async () => (await import('./doctor.ts')).doctor,
}

const say = (line: string) => void process.stdout.write(`${line}\n`)
const note = (line: string) => void process.stderr.write(`${line}\n`)

async function help() {
  const all = await Promise.all(Object.values(commands).map((load) => load()))
  const width = Math.max(...all.map(({ usage }) => usage.length)) + 2
  say(`weir ${version}, a self-hosted web data service\n`)
  for (const { usage, summary } of all) say(`  weir ${usage.padEnd(width)}${summary}`)
  say(
    '\n`weir COMMAND --help` says more. Settings are environment variables or names in weir.config.ts; see README.md.',
  )
}

function helpOf({ usage, summary, details }: Command) {
  say(`Usage: weir ${usage}\n\n${summary}.`)
  if (details) say(`\n${details}`)
}

/** Whether the arguments ask for help; what stands behind `--` is no option. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h')
}

async function main([name = 'help', ...args]: string[]): Promise<number> {
  if (name === 'help' || name === '--help' || name === '-h') return help().then(() => 0)
  if (name === 'version' || name === '--version' || name === '-v') return say(version) ?? 0
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) {
    note(`weir: there is no command ${name}; it has ${Object.keys(commands).join(', ')}`)
    return 2
  }
  const command = await load()
  if (asksForHelp(args)) return helpOf(command) ?? 0
  const config = await loadConfig()
  const connection = connect(config, note)
  const context: CommandContext = { config, say, note, request: (...call) => connection.request(...call) }
  try {
    await command.run(args, context)
    return 0
  } finally {
    await connection.close()
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    if (error instanceof SettingError || error instanceof CommandError || isApiError(error))
      note(`weir: ${error.message}`)
    else note(`weir: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    process.exit(error instanceof CommandError ? error.code : 1)
  },
)
