#!/usr/bin/env bun
import { writeSync } from 'node:fs'
import { loadConfig, SettingError } from '../config.ts'
import type { CommandHelp } from '../contracts/command.ts'
import { isApiError } from '../errors.ts'
import type { commandNames } from '../host/commands.ts'
import { version } from '../version.ts'
import { addedCommands } from './added-commands.ts'
import { type Command, CommandError } from './context.ts'
import { exitOnSignals } from './lifetime.ts'
import { runCommand } from './run-command.ts'

type OwnName = Exclude<(typeof commandNames)[number], 'help' | 'version'>
/** Weir's own commands; each is loaded when it is called. */
const commands: Readonly<Record<OwnName, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  work: async () => (await import('./commands/work.ts')).work,
  scrape: async () => (await import('./commands/scrape.ts')).scrape,
  users: async () => (await import('./commands/users.ts')).users,
  keys: async () => (await import('./commands/keys.ts')).keys,
  jobs: async () => (await import('./commands/jobs.ts')).jobs,
  browsers: async () => (await import('./commands/browsers.ts')).browsers,
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/restore.ts')).restore,
  migrate: async () => (await import('./commands/migrate.ts')).migrate,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  new: async () => (await import('./commands/new.ts')).newExtension,
}
const isOwn = (name: string): name is OwnName => Object.hasOwn(commands, name)

/** Why the output could not be written, for instance to a full disk. */
let unwritten: NodeJS.ErrnoException | undefined
// Nothing is thrown where a failed write is reported to its caller too.
process.stdout.on('error', () => {})
const say = (line: string) =>
  void process.stdout.write(`${line}\n`, (error) => {
    unwritten ??= error ?? undefined
  })
/** Writes no faster than the reader. If it stops reading, like `head`, the command ends. */
async function copy(bytes: AsyncIterable<Uint8Array>) {
  try {
    for await (const chunk of bytes)
      await new Promise<void>((resolve, reject) =>
        process.stdout.write(chunk, (error) => (error ? reject(error) : resolve())),
      )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}
const note = (line: string) => void process.stderr.write(`${line}\n`)

/** Where summaries begin, so that lines fit a terminal: that of a longer usage is on the next line. */
const COLUMN = 40

async function help() {
  const own: CommandHelp[] = await Promise.all(Object.values(commands).map((load) => load()))
  // A user with wrong settings needs the help.
  const others = await loadConfig()
    .then(addedCommands)
    .catch((error: Error) => {
      note(`weir: the commands of plugins are not shown: ${error.message}`)
      return new Map<string, Command>()
    })
  const all = [...own, ...others.values()]
  say(`weir ${version}, a self-hosted web data service\n`)
  for (const { usage, summary } of all) {
    const start = `  weir ${usage}`
    say(start.length < COLUMN ? `${start.padEnd(COLUMN)}${summary}` : `${start}\n${' '.repeat(COLUMN)}${summary}`)
  }
  say(
    '\n`weir COMMAND --help` says more. Settings are environment variables or names in weir.config.ts; see README.md.',
  )
}

function helpOf({ usage, summary, details }: CommandHelp) {
  say(`Usage: weir ${usage}\n\n${summary}.`)
  if (details) say(`\n${details}`)
}

/** Whether the arguments ask for help; nothing after `--` is an option. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h')
}

async function main([name = 'help', ...args]: string[]): Promise<number> {
  if (name === 'help' && args.length > 0) return main([...args, '--help'])
  if (name === 'help' || name === '--help' || name === '-h') return help().then(() => 0)
  if (name === 'version' || name === '--version' || name === '-v') return say(version) ?? 0
  const own = isOwn(name) ? await commands[name]() : undefined
  if (own && asksForHelp(args)) return helpOf(own) ?? 0
  const config = await loadConfig()
  const others = own ? undefined : await addedCommands(config)
  const command = own ?? others?.get(name)
  if (!command) {
    const names = [...Object.keys(commands), ...(others?.keys() ?? [])]
    note(`weir: there is no command ${name}; it has ${names.join(', ')}`)
    return 2
  }
  if (asksForHelp(args)) return helpOf(command) ?? 0
  await runCommand(command, args, config, { say, note, copy })
  return 0
}

/** Ends the process, after its readers have taken what was written; one that has closed its end is not waited for. */
async function exit(code: number) {
  // Where a stream never ends, the process ends when nothing else is left to do.
  process.exitCode = code
  // The log writes once per turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
  // A stream that could not be written may never end.
  const streams = unwritten ? [process.stderr] : [process.stdout, process.stderr]
  const taken = streams.map(
    (stream) =>
      new Promise<void>((resolve) => {
        stream.on('error', () => resolve())
        stream.end(() => resolve())
      }),
  )
  await Promise.all(taken)
  const isLost = unwritten !== undefined && unwritten.code !== 'EPIPE'
  if (isLost) writeSync(2, `weir: the output could not be written: ${unwritten?.message}\n`)
  process.exit(isLost ? code || 1 : code)
}

exitOnSignals()
main(process.argv.slice(2)).then(exit, (error: unknown) => {
  if (error instanceof SettingError || error instanceof CommandError || isApiError(error))
    note(`weir: ${error.message}`)
  else note(`weir: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return exit(error instanceof CommandError ? error.code : 1)
})
