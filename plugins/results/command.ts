import { CommandError, type PluginCommand, readArgs } from 'weirjs'
import { fileFormats } from './schema.ts'

const USAGE = `results JOBID [--format ${fileFormats.join('|')}] [--zip]`

/** The command `weir results JOBID`. */
export const resultsCommand: PluginCommand = {
  name: 'results',
  usage: USAGE,
  summary: "Writes all results of one of the administrator's ended jobs as one file",
  details: `  --format FORMAT    ${fileFormats.join(', ')} (json)
  --zip              a ZIP file, with the job's screenshots and PDFs

  weir results JOBID --format csv > pages.csv`,
  async run(args, { copy }) {
    const { positionals, values } = readArgs(args, { format: { type: 'string' }, zip: { type: 'boolean' } })
    const [jobId] = positionals
    if (jobId === undefined || positionals.length > 1) throw new CommandError(`Usage: weir ${USAGE}`, 2)
    const { format = 'json', zip = false } = values
    if (!(fileFormats as readonly string[]).includes(format))
      throw new CommandError(`--format must be one of ${fileFormats.join(', ')}`, 2)
    await copy(`/v1/results/${encodeURIComponent(jobId)}/download?format=${format}&compressed=${zip}`)
  },
}
