import { generatePassword } from '../../auth/passwords.ts'
import { type Command, type CommandContext, CommandError } from '../context.ts'
import { type Actions, checkAction, readArgs } from '../read-args.ts'
import { readPages } from '../read-pages.ts'
import { plain, table } from '../table.ts'

/** A user as the API returns them. */
interface User {
  id: string
  email: string
  plan: string
  role: string
  status: string
  credits: { monthly: number; used: number }
  lastSeen: string | null
}

/** The same with all details of one user. */
interface UserDetails extends User {
  fullName: string
  createdAt: string
  usage: { thisMonth: { requests: number; pagesScraped: number; creditsUsed: number } }
  keys: (KeyState & { name: string; prefix: string; lastUsed: string | null })[]
}

const options = {
  plan: { type: 'string' },
  role: { type: 'string' },
  status: { type: 'string' },
  name: { type: 'string' },
  credits: { type: 'string' },
  search: { type: 'string' },
  'new-password': { type: 'boolean' },
  json: { type: 'boolean' },
} as const
type Values = ReturnType<typeof readArgs<typeof options>>['values']

const HOW = `Use weir users add EMAIL [--plan P] [--role R] [--name N]
  or weir users list [--search TEXT] [--plan P] [--role R] [--status active|suspended] [--json]
  or weir users show EMAIL [--json]
  or weir users suspend|activate EMAIL
  or weir users update EMAIL [--plan P] [--role R] [--name N] [--status active|suspended] [--credits N|plan] [--new-password]`

interface KeyState {
  expiresAt: string | null
  revokedAt: string | null
}

/** What a key may be used for. */
export const stateOf = ({ revokedAt, expiresAt }: KeyState) => {
  if (revokedAt) return 'revoked'
  return expiresAt && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active'
}

/** Finds a user by the full e-mail address. */
export async function findUser(context: CommandContext, email: string): Promise<User> {
  const found = await readPages<User>(context, `/v1/admin/users?search=${encodeURIComponent(email)}`, 'users')
  const user = found.find((candidate) => candidate.email.toLowerCase() === email.toLowerCase())
  if (!user) throw new CommandError(`There is no user with the address ${email}; weir users list shows all`)
  return user
}

/** The changes of a user's record according to the options. */
function changesOf({ plan, role, status, name, credits }: Values): Record<string, unknown> {
  if (credits !== undefined && credits !== 'plan' && !/^\d+(\.\d+)?$/.test(credits))
    throw new CommandError('--credits must be a number, or plan for what the plan grants', 2)
  const monthlyCredits = credits === undefined ? undefined : credits === 'plan' ? null : Number(credits)
  const changes = { plan, role, status, fullName: name, monthlyCredits }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

async function add(email: string, values: Values, { request, say }: CommandContext) {
  const { data } = (await request('POST', '/v1/admin/users', { email, ...changesOf(values) })) as {
    data: User & { password: string }
  }
  say(`Added ${data.email} (${data.id}) on plan ${data.plan}`)
  say(`password: ${data.password}`)
}

async function list({ search, plan, role, status, json }: Values, context: CommandContext) {
  const filters = Object.entries({ search, plan, role, status }).filter(
    (entry): entry is [string, string] => !!entry[1],
  )
  const users = await readPages<User>(context, `/v1/admin/users?${new URLSearchParams(filters)}`, 'users')
  if (json) return context.say(JSON.stringify(users, null, 2))
  const rows = users.map(({ id, email, plan, role, status, credits, lastSeen }) => {
    return [id, email, plan, role, status, `${credits.used} of ${credits.monthly}`, lastSeen ?? 'never']
  })
  const head = ['ID', 'E-MAIL', 'PLAN', 'ROLE', 'STATUS', 'CREDITS USED', 'LAST SEEN']
  for (const line of table([head, ...rows])) context.say(line)
}

async function show(email: string, { json }: Values, context: CommandContext) {
  const { id } = await findUser(context, email)
  const { data } = (await context.request('GET', `/v1/admin/users/${id}`)) as { data: UserDetails }
  if (json) return context.say(JSON.stringify(data, null, 2))
  const { plan, role, status, credits, lastSeen, createdAt, usage } = data
  const { requests, pagesScraped, creditsUsed } = usage.thisMonth
  context.say(`${data.email} (${id}): plan ${plan}, role ${role}, ${status}, since ${createdAt}`)
  context.say(`credits: ${credits.used} of ${credits.monthly} used; last seen: ${lastSeen ?? 'never'}`)
  context.say(`this month: ${requests} requests, ${pagesScraped} pages, ${creditsUsed} credits`)
  const rows = data.keys.map((key) => {
    return [key.prefix, plain(key.name), key.lastUsed ?? 'never', stateOf(key)]
  })
  if (rows.length > 0) for (const line of table([['KEY', 'NAME', 'LAST USED', 'STATE'], ...rows])) context.say(line)
}

async function setStatus(email: string, status: string, context: CommandContext) {
  const { id } = await findUser(context, email)
  const { data } = (await context.request('PUT', `/v1/admin/users/${id}`, { status })) as { data: User }
  context.say(`${data.email} (${id}) is ${data.status}`)
}

async function update(email: string, values: Values, context: CommandContext) {
  const password = values['new-password'] ? generatePassword() : undefined
  const changes = { ...changesOf(values), ...(password === undefined ? {} : { password }) }
  if (Object.keys(changes).length === 0) throw new CommandError(HOW, 2)
  const { id } = await findUser(context, email)
  const { data } = (await context.request('PUT', `/v1/admin/users/${id}`, changes)) as { data: User }
  const { plan, role, status, credits } = data
  context.say(`${data.email} (${id}): plan ${plan}, role ${role}, ${status}, ${credits.monthly} credits a month`)
  if (password !== undefined) context.say(`password: ${password}`)
}

const actions: Actions = {
  add: { words: 2, options: ['plan', 'role', 'name'] },
  list: { words: 1, options: ['search', 'plan', 'role', 'status', 'json'] },
  show: { words: 2, options: ['json'] },
  suspend: { words: 2, options: [] },
  activate: { words: 2, options: [] },
  update: { words: 2, options: ['plan', 'role', 'name', 'status', 'credits', 'new-password'] },
}

/** Adds, lists, shows and changes users. A generated password is printed only this once. */
export const users: Command = {
  usage: 'users add|list|show|update|suspend|activate [EMAIL] [options]',
  summary: 'Adds, lists, shows and changes users',
  details: HOW,
  async run(args, context) {
    const { positionals, values } = readArgs(args, options)
    const [action, email] = positionals
    checkAction(actions, positionals, values, HOW)
    if (action === 'list') return list(values, context)
    if (action === 'show') return show(email!, values, context)
    if (action === 'suspend') return setStatus(email!, 'suspended', context)
    if (action === 'activate') return setStatus(email!, 'active', context)
    if (action === 'add') return add(email!, values, context)
    return update(email!, values, context)
  },
}
