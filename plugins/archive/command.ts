import { CommandError, type PluginCommand, readArgs } from 'weirjs'

interface Snapshot {
  content: string
  metadata: { statusCode: number; contentType: string; encoding: string }
  timestamp: string
  url: string
}

interface Summary {
  timestamp: string
  statuscode: string
  mimetype: string
  url: string
}

const DIGITS = /^\d{4}(?:\d\d){0,5}$/
/** The middle of the year, month and day, to complete a partial date. */
const MIDDLE = '00000701120000'

/** Converts `2021`, `2021-03` or `2021-03-17T12:00` to 14 digits. */
function momentOf(date: string): string {
  const digits = date.replace(/[-:TZ .]/g, '')
  if (!DIGITS.test(digits)) throw new CommandError('--at must be a date such as 2021, 2021-03 or 2021-03-17', 2)
  if (digits.length === 6) return `${digits}15120000`
  return digits.padEnd(14, MIDDLE.slice(digits.length))
}

/** The command `weir archive URL`. */
export const archiveCommand: PluginCommand = {
  name: 'archive',
  usage: 'archive URL [--at DATE]',
  summary: 'Lists snapshots of a page in an archive, or prints the one nearest to a date',
  details: `  --at DATE          2021, 2021-03, 2021-03-17: prints the page as it was
  --limit N          snapshots at most, 1 to 1000 (50)
  --provider NAME    primary_archive, secondary_archive, memento, local …
  --json             the answer as JSON`,
  async run(args, { say, note, request }) {
    const { positionals, values } = readArgs(args, {
      at: { type: 'string' },
      limit: { type: 'string' },
      provider: { type: 'string' },
      json: { type: 'boolean' },
    })
    const [url] = positionals
    if (url === undefined) throw new CommandError('Usage: weir archive URL [--at DATE]', 2)
    const { at, limit, provider, json } = values
    if (at !== undefined) {
      const { data } = (await request('POST', '/v1/archive/snapshot', { url, timestamp: momentOf(at), provider })) as {
        data: { snapshot: Snapshot }
      }
      const { snapshot } = data
      if (json) return say(JSON.stringify(data, null, 2))
      note(`${snapshot.timestamp}  ${snapshot.metadata.statusCode}  ${snapshot.url}`)
      return say(snapshot.content)
    }
    if (limit !== undefined && !/^\d+$/.test(limit)) throw new CommandError('--limit must be a whole number', 2)
    const body = { url, provider, limit: limit === undefined ? undefined : Number(limit) }
    const { data } = (await request('POST', '/v1/archive/search', body)) as { data: { snapshots: Summary[] } }
    if (json) return say(JSON.stringify(data, null, 2))
    for (const one of data.snapshots)
      say([one.timestamp, one.statuscode || '-', one.mimetype || '-', one.url].join('  '))
    if (data.snapshots.length === 0) note('The archive has no snapshots of it')
  },
}
