import { move } from '../../backup/move.ts'
import { type Command, CommandError } from '../context.ts'
import { copiedLines, inOneLine } from '../copying.ts'
import { readArgs } from '../read-args.ts'

const options = { without: { type: 'string', multiple: true } } as const

export const migrate: Command = {
  usage: 'migrate sqlite postgres [--without PLUGIN]',
  summary: 'Copies the store and the files of the data directory into the database WEIR_DATABASE_URL',
  details: `The server must be stopped, and the database empty. Rows and the ledger's sums are compared; nothing of the data
directory is changed. Files go to WEIR_S3_BUCKET, or without one into the database. --without leaves out the tables
of a plugin that is no longer loaded. After a failure the database is as it was before.`,
  async run(args, { config, say, note }) {
    const { positionals, values } = readArgs(args, options)
    if (positionals.join(' ') !== 'sqlite postgres') throw new CommandError(`Call it as: weir ${migrate.usage}`, 2)
    const { tables, without, files } = await inOneLine(() => move(config, values.without ?? []))
    for (const line of copiedLines(tables)) say(line)
    for (const name of without) say(`${name} is left out`)
    say(`${files.count} files, ${files.bytes} bytes`)
    if (files.missing.length > 0) note(`The contents of ${files.missing.length} files are not there`)
    say('Copied and compared; weir serve now uses the database')
  },
}
