import { openPlace } from '../../backup/archive/open.ts'
import { stoppable } from '../../backup/archive/stoppable.ts'
import { backUp } from '../../backup/backup.ts'
import { listOwners, openOrigin } from '../../backup/open.ts'
import { findSecret } from '../../backup/secret.ts'
import { type Command, type CommandContext, CommandError } from '../context.ts'
import { inOneLine, sayCopied } from '../copying.ts'
import { undoneOnSignals } from '../lifetime.ts'
import { readArgs } from '../read-args.ts'

async function backUpTo(to: string, json: boolean | undefined, { config, say, note }: CommandContext) {
  const { settings } = config
  const place = openPlace(to, settings)
  const secret = findSecret({ given: settings.WEIR_SECRET, dataDir: settings.WEIR_DATA_DIR })
  const owners = await listOwners(config)
  const origin = await openOrigin(config)
  const manifest = await undoneOnSignals((signal) =>
    backUp({ ...origin, secret, place: stoppable(place, signal), owners }).finally(origin.close),
  )
  const { tables, files } = manifest
  const { count, bytes, missing } = files
  const facts = { files: { count, bytes, missing: missing.length }, to: place.name }
  sayCopied({ tables, facts, lines: [`${count} files, ${bytes} bytes`, `Backed up to ${place.name}`] }, json, say)
  if (missing.length > 0) note(`${missing.length} files were deleted meanwhile, and are left out`)
  if (secret.kept === 'settings') note('WEIR_SECRET is not in the backup: keep it, as nothing sealed opens without it')
}

export const backup: Command = {
  usage: 'backup TO [--json]',
  summary: 'Backs up all that cannot be recreated to a folder or a bucket, while the service runs',
  details: `TO is a new or empty folder, or s3://BUCKET/PREFIX on the server of WEIR_S3_ENDPOINT and its key.
A backup has the store as it was at one moment, the contents of its files, and the secret if it is in the data
directory: keep it as safe as the service. It has no settings: keep WEIR_SECRET and other passwords yourself.`,
  async run(args, context) {
    const { positionals, values } = readArgs(args, { json: { type: 'boolean' } })
    const [to, ...more] = positionals
    if (to === undefined || more.length > 0) throw new CommandError(`Usage: weir ${backup.usage}`, 2)
    await inOneLine(() => backUpTo(to, values.json, context))
  },
}
