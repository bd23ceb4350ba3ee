import { move } from '../../backup/move.ts'
import { type Command, CommandError } from '../context.ts'
import { inOneLine, sayCopied } from '../copying.ts'
import { undoneOnSignals } from '../lifetime.ts'
import { readArgs } from '../read-args.ts'

const options = { without: { type: 'string', multiple: true }, json: { type: 'boolean' } } as const

export const migrate: Command = {
  usage: 'migrate sqlite postgres [--without PLUGIN] [--json]',
  summary: 'Copies the store and the files of the data directory into the database WEIR_DATABASE_URL',
  details: `The server must be stopped, and the database empty. Rows and the ledger's sums are compared; the data directory
is not changed. Files go to WEIR_S3_BUCKET or, without one, into the database. --without leaves out the tables
of a plugin that is no longer loaded. After a failure the database is as it was before.`,
  async run(args, { config, say, note }) {
    const { positionals, values } = readArgs(args, options)
    if (positionals.join(' ') !== 'sqlite postgres') throw new CommandError(`Usage: weir ${migrate.usage}`, 2)
    const { tables, without, files } = await inOneLine(() =>
      undoneOnSignals((signal) => move(config, values.without ?? [], signal)),
    )
    const { count, bytes, missing } = files
    const facts = { files: { count, bytes, missing: missing.length }, without }
    const lines = [
      ...without.map((name) => `${name} is left out`),
      `${count} files, ${bytes} bytes`,
      'Copied and compared; weir serve now uses the database',
    ]
    sayCopied({ tables, facts, lines }, values.json, say)
    if (missing.length > 0) note(`The contents of ${missing.length} files are not there`)
  },
}
