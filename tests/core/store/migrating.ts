import type { Migration } from '../../../core/store/index.ts'
import { openBunDriver } from '../../../core/store/sqlite/bun.ts'
import type { Driver } from '../../../core/store/sqlite/driver.ts'
import { openSqliteStore } from '../../../core/store/sqlite/open.ts'

export const migrations: readonly Migration[] = [
  {
    name: '001',
    async up(db) {
      await db.schema.createTable('a').addColumn('id', 'bigint').execute()
      await db.schema.createIndex('a_id').on('a').column('id').execute()
      await db.insertInto('a').values({ id: 1 }).execute()
    },
  },
  {
    name: '002',
    async up(db) {
      await db.schema.alterTable('a').addColumn('text', 'text').execute()
      await db.schema.alterTable('a').renameTo('b').execute()
      await db.updateTable('b').set({ text: 'filled' }).execute()
    },
  },
]

/**
 * `migrating.ts <directory> <n>`: kills itself before the n-th SQLite statement; 0: never, and prints how many there
 * were.
 */
if (import.meta.main) {
  const [directory, killAt] = process.argv.slice(2) as [string, string]
  let armed = false
  let told = 0
  const count = () => {
    if (armed && ++told === Number(killAt)) process.kill(process.pid, 'SIGKILL')
  }
  const openDriver = (file: string): Driver => {
    const driver = openBunDriver(file)
    return {
      sync: () => driver.sync(),
      close: () => driver.close(),
      get inTransaction() {
        return driver.inTransaction
      },
      exec(sql) {
        count()
        driver.exec(sql)
      },
      prepare(sql) {
        const prepared = driver.prepare(sql)
        return {
          ...prepared,
          all(values) {
            count()
            return prepared.all(values)
          },
          run(values) {
            count()
            return prepared.run(values)
          },
        }
      },
    }
  }
  const store = await openSqliteStore({ dataDir: directory, openDriver })
  armed = true
  await store.migrate('killed', migrations)
  armed = false
  await store.close()
  process.stdout.write(String(told))
}
