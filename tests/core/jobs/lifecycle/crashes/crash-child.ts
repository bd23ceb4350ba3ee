import { openJobs } from '../../open-jobs.ts'
import { crashJob, startOptions } from './crash-job.ts'

/**
 * A process that will be killed: it works on the stored jobs, starts a job, cancels another now and then, and prints
 * which jobs were accepted. Usage: bun crash-child.ts DATA_DIR ACCOUNT ITEMS [DATABASE_URL]
 */
const [dataDir, accountId, items, databaseUrl] = process.argv.slice(2)
const world = await openJobs([crashJob], { dataDir, databaseUrl })
const account = await world.accounts.users.get(accountId!)
if (!account) throw new Error(`There is no account ${accountId}`)
process.stdout.write('ready\n')
const { id } = await world.jobs.start(crashJob, account, { items: Number(items) }, startOptions(Number(items)))
process.stdout.write(`accepted ${id}\n`)
if (Math.random() < 0.2) {
  const { jobs } = await world.jobs.list(account.id, { status: 'running', limit: 1 })
  if (jobs[0]) await world.jobs.cancel(account.id, jobs[0].id)
}
// The kill leaves some items unfinished.
setInterval(() => {}, 1000)
