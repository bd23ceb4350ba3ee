import { openPlace } from '../../backup/archive/open.ts'
import { readManifest } from '../../backup/manifest.ts'
import { listOwners, openTarget } from '../../backup/open.ts'
import { restore as restoreBackup } from '../../backup/restore.ts'
import { type Command, type CommandContext, CommandError } from '../context.ts'
import { copiedLines, inOneLine } from '../copying.ts'
import { readArgs } from '../read-args.ts'

const options = { without: { type: 'string', multiple: true } } as const

async function restoreFrom(from: string, without: readonly string[], { config, say }: CommandContext) {
  const { settings } = config
  const place = openPlace(from, settings)
  const manifest = await readManifest(place)
  const owners = await listOwners(config)
  const secret = { given: settings.WEIR_SECRET, dataDir: settings.WEIR_DATA_DIR }
  const target = await openTarget(config)
  try {
    const copied = await restoreBackup({ ...target, place, manifest, secret, owners, without })
    for (const line of copiedLines(copied.tables)) say(line)
    for (const name of copied.without) say(`${name} is left out`)
    say(`Restored the backup of ${manifest.createdAt}; weir serve starts it`)
  } catch (error) {
    await target.undo()
    throw error
  } finally {
    await target.close()
  }
}

export const restore: Command = {
  usage: 'restore FROM [--without PLUGIN]',
  summary: 'Puts a backup into an empty data directory or database, and checks it',
  details: `FROM is a folder, or s3://BUCKET/PREFIX, that weir backup wrote to, of either store. What is there already is
never written over: a data directory or database that is not empty is refused. --without leaves out the tables of
a plugin that is no longer loaded. After a failure all is as it was before.`,
  async run(args, context) {
    const { positionals, values } = readArgs(args, options)
    const [from, ...more] = positionals
    if (from === undefined || more.length > 0) throw new CommandError(`Call it as: weir ${restore.usage}`, 2)
    await inOneLine(() => restoreFrom(from, values.without ?? [], context))
  },
}
