import { openJobs } from '../../open-jobs.ts'
import { behaviour, poisonJob } from './poison-job.ts'

/**
 * A process that works on the stored jobs, and exits with code 0 when all have ended. One number kills it once the
 * other items of its batch have begun; with `stuck` it is told to stop instead, and killed while it waits for the
 * items. `crashed` tells it that the previous process was not killed from outside.
 * Usage: bun poison-child.ts DATA_DIR ACCOUNT POISON [stuck] [crashed]
 */
const [dataDir, accountId, poison, ...modes] = process.argv.slice(2)
behaviour.run = async (number) => {
  // A new turn of the event loop lets the other items begin.
  await Bun.sleep(20)
  if (modes.includes('stuck')) {
    if (number === Number(poison)) void world.stop()
    await Bun.sleep(100)
    if (number === Number(poison)) process.kill(process.pid, 'SIGKILL')
    await Bun.sleep(10_000)
  }
  if (number === Number(poison)) process.kill(process.pid, 'SIGKILL')
  await Bun.sleep(30)
}
const world = await openJobs([poisonJob], { dataDir, crashed: modes.includes('crashed') })
for (;;) {
  const { jobs: open } = await world.jobs.list(accountId!, { limit: 100 })
  if (open.every(({ endedAt }) => endedAt !== null)) break
  await Bun.sleep(10)
}
await world.stopAll()
process.exit(0)
