import { CommandError, type PluginCommand, readArgs, type Static } from 'weirjs'
import type { QueueStatus } from './schema.ts'

/** The command `weir queues`: the queue of all accounts, on the server's own machine. */
export const queuesCommand: PluginCommand = {
  name: 'queues',
  usage: 'queues [--json]',
  summary: 'Shows the state of the queue; weir jobs lists the jobs in it',
  async run(args, { request, say }) {
    const { values, positionals } = readArgs(args, { json: { type: 'boolean' } })
    if (positionals.length > 0) throw new CommandError(`Usage: weir ${queuesCommand.usage}`, 2)
    const { data } = (await request('GET', '/v1/queues/status')) as { data: Static<typeof QueueStatus> }
    if (values.json) return say(JSON.stringify(data, null, 2))
    const { pendingJobs, activeJobs, completedJobs, failedJobs, totalJobs, averageProcessingTime, queueHealth } = data
    say(`queue: ${queueHealth}; a job takes ${(averageProcessingTime / 1000).toFixed(1)} s on average`)
    say(
      `${totalJobs} jobs: ${pendingJobs} pending, ${activeJobs} active, ${completedJobs} completed, ${failedJobs} failed`,
    )
  },
}
