import type { Command, CommandContext } from '../context.ts'
import { type Actions, checkAction, readArgs } from '../read-args.ts'
import { readPages } from '../read-pages.ts'
import { plain, table } from '../table.ts'
import { findUser, stateOf } from './users.ts'

/** A key as the API returns it. */
interface Key {
  id: string
  name: string
  prefix: string
  permissions: string[]
  lastUsed: string | null
  expiresAt: string | null
  revokedAt: string | null
}

const options = {
  name: { type: 'string' },
  permissions: { type: 'string' },
  expires: { type: 'string' },
  json: { type: 'boolean' },
} as const
type Values = ReturnType<typeof readArgs<typeof options>>['values']

const HOW = `Use weir keys create EMAIL [--name N] [--permissions scrape,crawl] [--expires 2027-01-31T00:00:00Z]
  or weir keys list EMAIL [--json]
  or weir keys revoke EMAIL KEYID`

const PATH = '/v1/auth/api-keys'

async function create(userId: string, { name, permissions, expires }: Values, { request, say, note }: CommandContext) {
  const body = { name, permissions: permissions?.split(',').map((each) => each.trim()), expiresAt: expires }
  const { data } = (await request('POST', `${PATH}?userId=${userId}`, body)) as { data: Key & { key: string } }
  say(data.key)
  note(`Created ${data.id} (${plain(data.name)}). The key is not shown again.`)
}

async function list(userId: string, json: boolean | undefined, context: CommandContext) {
  const keys = await readPages<Key>(context, `${PATH}?userId=${userId}`, 'keys')
  if (json) return context.say(JSON.stringify(keys, null, 2))
  const rows = keys.map((key) => [
    key.id,
    key.prefix,
    plain(key.name),
    key.permissions.join(','),
    key.lastUsed ?? 'never',
    stateOf(key),
  ])
  for (const line of table([['ID', 'PREFIX', 'NAME', 'PERMISSIONS', 'LAST USED', 'STATE'], ...rows])) context.say(line)
}

async function revoke(userId: string, keyId: string, { request, say }: CommandContext) {
  await request('DELETE', `${PATH}/${encodeURIComponent(keyId)}?userId=${userId}`)
  say(`Revoked ${keyId}`)
}

const actions: Actions = {
  create: { words: 2, options: ['name', 'permissions', 'expires'] },
  list: { words: 2, options: ['json'] },
  revoke: { words: 3, options: [] },
}

/**
 * Creates, lists and revokes the keys of a user. A new key is printed only this once, and alone on standard output.
 */
export const keys: Command = {
  usage: 'keys create|list|revoke EMAIL [options]',
  summary: "Creates, lists and revokes a user's API keys",
  details: HOW,
  async run(args, context) {
    const { positionals, values } = readArgs(args, options)
    const [action, email, keyId] = positionals
    checkAction(actions, positionals, values, HOW)
    const { id } = await findUser(context, email!)
    if (action === 'create') return create(id, values, context)
    if (action === 'list') return list(id, values.json, context)
    return revoke(id, keyId!, context)
  },
}
