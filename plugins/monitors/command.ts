import { CommandError, type PluginCommand, readArgs, readPages } from 'weirjs'
import type { Monitor, MonitorRun } from './schema.ts'

const HOW = `Use weir monitors [list] [--tag TAG] [--json]
  or weir monitors run ID`

/** `weir monitors`. */
export const monitorsCommand: PluginCommand = {
  name: 'monitors',
  usage: 'monitors [list | run ID]',
  summary: "Lists the administrator's monitors, and runs one now",
  details: HOW,
  async run(args, { say, note, request }) {
    const { positionals, values } = readArgs(args, { tag: { type: 'string' }, json: { type: 'boolean' } })
    const [verb = 'list', id, ...more] = positionals
    if (more.length > 0 || !['list', 'run'].includes(verb) || (verb === 'run') !== (id !== undefined))
      throw new CommandError(HOW, 2)
    if (id !== undefined) {
      const path = `/v1/monitors/${encodeURIComponent(id)}`
      const { data } = (await request('POST', `${path}/run`)) as { data: { runId: string; jobId: string | null } }
      const { runId, jobId } = data
      if (jobId !== null) return say(`${runId} is job ${jobId}`)
      const failed = (await request('GET', `${path}/history?status=failed`)) as { data: { history: MonitorRun[] } }
      const error = failed.data.history.find((run) => run.id === runId)?.error
      throw new CommandError(`${runId} failed: ${error?.message ?? 'the history of the monitor has the reason'}`)
    }
    const query = values.tag ? `?${new URLSearchParams({ tag: values.tag })}` : ''
    const monitors = await readPages<Monitor>({ request }, `/v1/monitors${query}`, 'monitors')
    if (values.json) return say(JSON.stringify(monitors, null, 2))
    for (const { id, status, nextRun, lastChange, name, url } of monitors)
      say(`${id}  ${status}  ${name}\n  ${url}\n  next ${nextRun ?? 'never'}, last change ${lastChange ?? 'none'}`)
    if (monitors.length === 0) note('There are no monitors')
  },
}
