import { generatePassword } from '../../auth/passwords.ts'
import { type Command, type CommandContext, CommandError } from '../context.ts'
import { type Actions, checkAction, readArgs } from '../read-args.ts'
import { table } from '../table.ts'

/** A user as the API gives them. */
interface User {
  id: string
  email: string
  plan: string
  role: string
  status: string
  credits: { monthly: number; used: number }
}

const options = {
  plan: { type: 'string' },
  role: { type: 'string' },
  status: { type: 'string' },
  name: { type: 'string' },
  credits: { type: 'string' },
  'new-password': { type: 'boolean' },
  json: { type: 'boolean' },
} as const
type Values = ReturnType<typeof readArgs<typeof options>>['values']

const HOW = `Use weir users add EMAIL [--plan P] [--role R] [--name N]
  or weir users list [--json]
  or weir users update EMAIL [--plan P] [--role R] [--name N] [--status active|suspended] [--credits N|plan] [--new-password]`

/** Reads all pages of a list. */
export async function readAll<T>({ request }: CommandContext, path: string, name: string): Promise<T[]> {
  const all: T[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ limit: '100', ...(cursor === '' ? {} : { cursor }) })
    const { data } = (await request('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`)) as {
      data: Record<string, unknown>
    }
    all.push(...(data[name] as T[]))
    cursor = data.nextCursor as string | null
  }
  return all
}

/** Finds a user by the whole e-mail address. */
export async function findUser(context: CommandContext, email: string): Promise<User> {
  const found = await readAll<User>(context, `/v1/admin/users?search=${encodeURIComponent(email)}`, 'users')
  const user = found.find((candidate) => candidate.email.toLowerCase() === email.toLowerCase())
  if (!user) throw new CommandError(`There is no user with the address ${email}; weir users list shows all`)
  return user
}

/** What the options say of the user's record. */
function changesOf({ plan, role, status, name, credits }: Values): Record<string, unknown> {
  const monthlyCredits = credits === undefined ? undefined : credits === 'plan' ? null : Number(credits)
  if (Number.isNaN(monthlyCredits))
    throw new CommandError('--credits must be a number, or plan for what the plan grants', 2)
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

async function list(json: boolean | undefined, context: CommandContext) {
  const users = await readAll<User>(context, '/v1/admin/users', 'users')
  if (json) return context.say(JSON.stringify(users, null, 2))
  const rows = users.map(({ id, email, plan, role, status, credits }) => {
    return [id, email, plan, role, status, `${credits.used} of ${credits.monthly}`]
  })
  for (const line of table([['ID', 'E-MAIL', 'PLAN', 'ROLE', 'STATUS', 'CREDITS USED'], ...rows])) context.say(line)
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
  list: { words: 1, options: ['json'] },
  update: { words: 2, options: ['plan', 'role', 'name', 'status', 'credits', 'new-password'] },
}

/** Adds, lists and changes users. A password that is made is printed, this once. */
export const users: Command = {
  usage: 'users add|list|update [EMAIL] [options]',
  summary: 'Adds, lists and changes users',
  details: HOW,
  async run(args, context) {
    const { positionals, values } = readArgs(args, options)
    const [action, email] = positionals
    checkAction(actions, positionals, values, HOW)
    if (action === 'list') return list(values.json, context)
    if (action === 'add') return add(email!, values, context)
    return update(email!, values, context)
  },
}
