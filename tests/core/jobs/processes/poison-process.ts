import { behaviour, poisonJob } from '../lifecycle/crashes/poison-job.ts'
import { openProcess } from './open-process.ts'

/**
 * A process that works on the jobs of a database until it comes to a number that kills it, once the other items of
 * its batch are under way. Usage: bun poison-process.ts DATABASE_URL DATA_DIR POISON
 */
const [databaseUrl, dataDir, poison] = process.argv.slice(2)
behaviour.run = async (number) => {
  // A new turn of the event loop lets the other items begin.
  await Bun.sleep(20)
  if (number === Number(poison)) process.kill(process.pid, 'SIGKILL')
  await Bun.sleep(10_000)
}
await openProcess([poisonJob], { databaseUrl: databaseUrl!, dataDir: dataDir! })
