import {
  CommandError,
  type PluginCommand,
  type PluginCommandContext,
  plain,
  readArgs,
  type Static,
  table,
} from 'weirjs'
import type { AuditEntry, AuditPage, Stats } from './schema.ts'

const HOW = `Use weir admin stats [--json]
  or weir admin audit [--actor USER] [--action ACTION] [--target ID] [--since TIME] [--until TIME] [--limit N] [--json]`

const filters = ['actor', 'action', 'target', 'since', 'until', 'limit'] as const
const options = {
  actor: { type: 'string' },
  action: { type: 'string' },
  target: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
} as const
type Values = ReturnType<typeof readArgs<typeof options>>['values']

const GIB = 1024 ** 3

function tellHealth({ health, systemHealth }: Static<typeof Stats>, say: (line: string) => void) {
  const { store, queue, disk, engines, providers } = health
  const readiness = ({ ready, configured, detail, reason, remedy }: (typeof engines)[number]) => {
    if (ready) return ['ok', detail ?? 'ready']
    return configured ? ['FAIL', `${reason}. ${remedy}`] : ['off', `${remedy}`]
  }
  const orRemedy = (text: string, remedy: string | null) => [
    remedy ? 'FAIL' : 'ok',
    remedy ? `${text}. ${remedy}` : text,
  ]
  const waits = queue.longestWait === null ? '' : `, the longest wait ${Math.round(queue.longestWait / 1000)} s`
  const rows = [
    ['store', ...orRemedy(store.reason ?? `a commit takes ${store.commitTime} ms`, store.remedy)],
    ['queue', ...orRemedy(`${queue.pendingJobs} pending, ${queue.activeJobs} active${waits}`, queue.remedy)],
    ['disk', ...orRemedy(disk.free === null ? 'unknown' : `${(disk.free / GIB).toFixed(1)} GiB free`, disk.remedy)],
    ...engines.map((engine) => [`engine ${engine.name}`, ...readiness(engine)]),
    ...providers.map((provider) => [`${provider.service} ${provider.name}`, ...readiness(provider)]),
  ]
  say(`health: ${systemHealth}`)
  for (const line of table(rows)) say(line)
}

async function stats(values: Values, { request, say }: PluginCommandContext) {
  const { data } = (await request('GET', '/v1/admin/stats')) as { data: Static<typeof Stats> }
  if (values.json) return say(JSON.stringify(data, null, 2))
  const { totalUsers, activeUsers, totalJobs, totalCreditsUsed } = data
  say(`users: ${totalUsers}, ${activeUsers} of them active; jobs: ${totalJobs}; credits used: ${totalCreditsUsed}`)
  tellHealth(data, say)
}

const told = ({ changes }: AuditEntry) =>
  Object.entries(changes)
    .map(([name, { before, after }]) =>
      before === null && after === null ? name : `${name}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
    )
    .join(', ')

async function audit(values: Values, { request, say, note }: PluginCommandContext) {
  const given = filters.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))
  const query = new URLSearchParams(given)
  const { data } = (await request('GET', `/v1/admin/audit?${query}`)) as { data: Static<typeof AuditPage> }
  if (data.nextCursor) note('There are older ones; --limit N, up to 100, or --until TIME shows them')
  if (values.json) return say(JSON.stringify(data.entries, null, 2))
  const rows = data.entries.map((entry) => {
    const { at, actor, action, target } = entry
    const who = actor.email ?? actor.credential ?? actor.via
    return [at, who, actor.via, actor.address ?? '', action, target?.name ?? target?.id ?? '', told(entry)].map(plain)
  })
  for (const line of table([['TIME', 'WHO', 'VIA', 'FROM', 'ACTION', 'TARGET', 'CHANGES'], ...rows])) say(line)
}

/** The command `weir admin`, for the server's own machine. */
export const adminCommand: PluginCommand = {
  name: 'admin',
  usage: 'admin stats|audit [options]',
  summary: 'Shows statistics and health of the service, and who changed what',
  details: HOW,
  async run(args, context) {
    const { values, positionals } = readArgs(args, options)
    const [action, ...more] = positionals
    const isStats = action === 'stats' && filters.every((name) => values[name] === undefined)
    if (more.length > 0 || !(isStats || action === 'audit')) throw new CommandError(HOW, 2)
    return isStats ? stats(values, context) : audit(values, context)
  },
}
