import { expect, test } from 'bun:test'
import { defineJob, t } from 'weirjs'
import { State } from '../../../../core/jobs/store/tables.ts'
import { medium, openJobs, until } from '../open-jobs.ts'

interface Tables {
  jobs: { running: number }
  job_items: { key: string; worker: string; attempt: number; state: State; lease: number }
}

test('an item is done although the answer to its claim never arrived', async () => {
  const gate = Promise.withResolvers<void>()
  const job = defineJob({
    name: 'test.gated',
    type: 'test',
    input: t.Object({}),
    item: t.String(),
    seed: () => ['a', 'b'].map((key) => ({ key, value: key })),
    parallel: () => 1,
    async run({ item }) {
      await gate.promise
      return { result: item, millicredits: 0 }
    },
  })
  await using world = await openJobs([job])
  const { jobs, store, workerId } = world
  const started = await jobs.start(job, await world.addUser(), {}, { millicredits: 0, ...medium })
  const stateOf = async (key: string) => {
    const query = store.db<Tables>().selectFrom('job_items').select('state')
    return (await query.where('key', '=', key).executeTakeFirst())?.state
  }
  await until('the first item', async () => (await stateOf('a')) === State.running)
  // What a claim leaves behind that was committed while the connection was lost, half a minute later.
  await store.write(async (tx) => {
    const db = tx.db<Tables>()
    const claimed = { worker: workerId, attempt: 1, state: State.running, lease: Date.now() - 1 }
    await db.updateTable('job_items').set(claimed).where('key', '=', 'b').execute()
    await db.updateTable('jobs').set({ running: 2 }).execute()
  })
  await until('the second item to be free again', async () => (await stateOf('b')) === State.queued)
  // The other one goes on.
  expect(await stateOf('a')).toBe(State.running)
  gate.resolve()
  expect((await world.ended(started)).status).toBe('completed')
  expect(await world.results(started)).toEqual(['a', 'b'])
}, 60_000)
