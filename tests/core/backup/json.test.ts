import { afterAll, expect, test } from 'bun:test'
import { backup } from '../../../core/cli/commands/backup.ts'
import { migrate } from '../../../core/cli/commands/migrate.ts'
import { restore } from '../../../core/cli/commands/restore.ts'
import { make, newPath, newSettings, open, removeFolders, run, secretOf } from './workshop.ts'

afterAll(removeFolders)

test('commands that print a table of what they copied print it as JSON, with nothing else on standard output', async () => {
  const settings = await newSettings('sqlite')
  const weir = await open(settings)
  await weir.ended(await make(weir, 'kept', 3))
  await weir.close()
  const place = newPath()
  const of = async (...[command, args, into]: Parameters<typeof run>) => {
    const { failure, said } = await run(command, [...args, '--json'], into)
    expect(failure).toBeUndefined()
    return JSON.parse(said)
  }
  const written = await of(backup, [place], settings)
  expect(written).toMatchObject({ files: { count: 3, missing: 0 }, to: place, ledger: { held: 0 } })
  expect(written.tables).toContainEqual({ name: 'jobs', rows: 1 })
  expect(written.tables).toContainEqual({ name: 'outbox', rows: 0 })
  const { tables, without, ledger } = await of(restore, [place], await newSettings('sqlite'))
  expect({ without, ledger }).toEqual({ without: [], ledger: written.ledger })
  expect(tables).toContainEqual({ name: 'jobs', rows: 1 })
  const { WEIR_DATABASE_URL } = await newSettings('postgres')
  const WEIR_SECRET = secretOf(settings.WEIR_DATA_DIR!)
  const moved = { ...settings, WEIR_DATABASE_URL: WEIR_DATABASE_URL!, WEIR_SECRET }
  expect(await of(migrate, ['sqlite', 'postgres'], moved)).toMatchObject({
    files: { count: 3 },
    ledger: written.ledger,
  })
}, 120_000)
