import { openPlace } from '../../backup/archive/open.ts'
import type { Place } from '../../backup/archive/place.ts'
import { stoppable } from '../../backup/archive/stoppable.ts'
import { readManifest } from '../../backup/manifest.ts'
import { listOwners, openTarget } from '../../backup/open.ts'
import { restore as restoreBackup } from '../../backup/restore.ts'
import { type Command, type CommandContext, CommandError } from '../context.ts'
import { inOneLine, sayCopied } from '../copying.ts'
import { undoneOnSignals } from '../lifetime.ts'
import { readArgs } from '../read-args.ts'

const options = { without: { type: 'string', multiple: true }, json: { type: 'boolean' } } as const
type Values = ReturnType<typeof readArgs<typeof options>>['values']

async function restoreFrom(place: Place, { without: left = [], json }: Values, { config, say }: CommandContext) {
  const { settings } = config
  const manifest = await readManifest(place)
  const owners = await listOwners(config)
  const secret = { given: settings.WEIR_SECRET, dataDir: settings.WEIR_DATA_DIR }
  const target = await openTarget(config)
  try {
    const { createdAt } = manifest
    const { tables, without } = await restoreBackup({ ...target, place, manifest, secret, owners, without: left })
    const end = `Restored the backup of ${createdAt}; weir serve starts it`
    const lines = [...without.map((name) => `${name} is left out`), end]
    sayCopied({ tables, facts: { without, createdAt }, lines }, json, say)
  } catch (error) {
    await target.undo()
    throw error
  } finally {
    await target.close()
  }
}

export const restore: Command = {
  usage: 'restore FROM [--without PLUGIN] [--json]',
  summary: 'Restores a backup into an empty data directory or database, and checks it',
  details: `FROM is a folder, or s3://BUCKET/PREFIX, that weir backup wrote to, of either store. Nothing is ever overwritten:
a data directory that a service has used, and a database that is not empty, are refused. --without leaves out the
tables of a plugin that is no longer loaded. After a failure everything is as it was before.`,
  async run(args, context) {
    const { positionals, values } = readArgs(args, options)
    const [from, ...more] = positionals
    if (from === undefined || more.length > 0) throw new CommandError(`Usage: weir ${restore.usage}`, 2)
    await inOneLine(() => {
      const place = openPlace(from, context.config.settings)
      return undoneOnSignals((signal) => restoreFrom(stoppable(place, signal), values, context))
    })
  },
}
