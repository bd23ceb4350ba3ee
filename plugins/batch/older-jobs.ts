import type { Migration } from 'weirjs'

/** Batches used to be jobs of the plugin scrape. This finishes the ones from that time. */
export const olderJobsMigration: Migration = {
  name: '001-older-jobs',
  async up(db) {
    await db.updateTable('jobs').set({ kind: 'batch.pages' }).where('kind', '=', 'scrape.batch').execute()
  },
}
