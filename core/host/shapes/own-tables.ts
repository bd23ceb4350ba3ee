import type { Migration } from '../../store/port.ts'
import { tableNames } from '../../store/queries/table-names.ts'

/** SQLite's own, such as that of numbers that a table gives its rows. */
const OF_SQLITE = /^sqlite_/

/**
 * A plugin's migrations, of which one that makes a table by another name than the plugin's throws, and so leaves
 * nothing: the core or another plugin may come to have such a table.
 */
export const withOwnTables = (plugin: string, migrations: readonly Migration[]): Migration[] =>
  migrations.map((migration) => ({
    ...migration,
    async up(db, dialect) {
      const before = await tableNames(db, dialect)
      await migration.up(db, dialect)
      const begin = plugin.replaceAll('-', '_')
      const isOwn = (table: string) => `${table.replaceAll('-', '_')}_`.startsWith(`${begin}_`)
      const made = [...(await tableNames(db, dialect))].filter((table) => !before.has(table))
      const foreign = made.find((table) => !isOwn(table) && !OF_SQLITE.test(table))
      if (foreign !== undefined)
        throw new Error(`${migration.name} makes the table ${foreign}: call it ${begin}_${foreign}`)
    },
  }))
