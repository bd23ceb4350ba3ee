import type { Migration } from 'weirjs'

/** Batches were jobs of the plugin scrape before: those that had not ended then are done by this one. */
export const olderJobsMigration: Migration = {
  name: '001-older-jobs',
  async up(db) {
    await db.updateTable('jobs').set({ kind: 'batch.pages' }).where('kind', '=', 'scrape.batch').execute()
  },
}
