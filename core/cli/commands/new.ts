import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { builtInEngineNames, builtInPlugins } from '../../host/load.ts'
import { foreignCore, linkRemedy, root } from '../../host/packages.ts'
import { EXTENSION_NAME, TAKEN_NAMES } from '../../host/shapes/parts.ts'
import { type Command, CommandError } from '../context.ts'
import { readArgs } from '../read-args.ts'

const kinds = {
  plugin: { setting: 'WEIR_PLUGINS', taken: async () => builtInPlugins() },
  engine: { setting: 'WEIR_ENGINES', taken: builtInEngineNames },
} as const
type KindName = keyof typeof kinds
const isKind = (name: string | undefined): name is KindName => name !== undefined && Object.hasOwn(kinds, name)

/** Limits of a name in characters: it occurs in URLs, tables and settings. */
const MAX_NAME = 40

export const newExtension: Command = {
  usage: 'new plugin NAME | new engine NAME',
  summary: 'Creates a plugin or an engine of your own, with its tests, to start from',
  details: 'The folder NAME is created in the working directory.',
  async run(args, { say }) {
    const { positionals } = readArgs(args, {})
    const [kind, name] = positionals
    if (positionals.length !== 2 || !isKind(kind) || name === undefined)
      throw new CommandError(`Usage: weir ${newExtension.usage}`, 2)
    await checkName(kind, name)
    const folder = resolve(name)
    if (existsSync(folder))
      throw new CommandError(`${folder} already exists; choose another name, or another working directory`, 2)
    write(kind, name, folder)
    say(`${name} was written to ${folder}, with its tests and a README.`)
    if (foreignCore(join(folder, 'index.ts'))) say(`To share this Weir, ${linkRemedy(folder)}.`)
    say('Run `bun test` in the folder to test it.')
    say(`${kinds[kind].setting}='*,./${name}' loads it, from the folder that contains it.`)
  },
}

async function checkName(kind: KindName, name: string) {
  if (!EXTENSION_NAME.test(name) || name.length > MAX_NAME)
    throw new CommandError(
      `${JSON.stringify(name)} is not a name: use at most ${MAX_NAME} lower-case letters, digits, _ and -, a letter first, such as my-${kind}`,
      2,
    )
  if (kind === 'plugin' && TAKEN_NAMES.includes(name))
    throw new CommandError(`The name ${name} is reserved; choose another, such as my-${name}`, 2)
  if ((await kinds[kind].taken()).includes(name))
    throw new CommandError(`${name} is a built-in ${kind}; choose another name, such as my-${name}`, 2)
}

/** The name in the templates is Sample. */
function write(kind: KindName, name: string, folder: string) {
  const template = join(root, 'core/cli/templates', kind)
  const title = name[0]!.toUpperCase() + name.slice(1).replaceAll(/[_-]+/g, ' ')
  mkdirSync(folder)
  for (const file of readdirSync(template)) {
    const text = readFileSync(join(template, file), 'utf8')
    writeFileSync(join(folder, file), text.replaceAll(/\bsample\b/g, name).replaceAll(/\bSample\b/g, title))
  }
}
