import type { Static } from 'weirjs'
import { CommandError, type PluginCommand, type PluginCommandContext, readArgs } from 'weirjs'
import type { MostUsing, Usage } from './schema.ts'

const HOW = `Use weir usage [--period P] [--account USER|all] [--json]
  or weir usage --top N [--period P] [--json]`

const options = {
  period: { type: 'string' },
  account: { type: 'string' },
  top: { type: 'string' },
  json: { type: 'boolean' },
} as const
type Values = ReturnType<typeof readArgs<typeof options>>['values']

/** Formats rows of a name and numbers as aligned lines. */
function lines(rows: readonly (readonly [name: string, ...numbers: number[]])[]): string[] {
  const cells = rows.map(([name, ...numbers]) => [name, ...numbers.map((number) => number.toLocaleString('en'))])
  const width = (column: number) => Math.max(...cells.map((row) => row[column]?.length ?? 0))
  return cells.map(([name = '', ...numbers]) =>
    [name.padEnd(width(0)), ...numbers.map((number, at) => number.padStart(width(at + 1)))].join('  '),
  )
}

async function showUsage({ period, account, json }: Values, { say, request }: PluginCommandContext) {
  // An empty account is passed on, and refused by the API: an unset shell variable must not show the usage of
  // somebody else.
  const query = new URLSearchParams({
    ...(period !== undefined && { period }),
    ...(account !== undefined && { account }),
  })
  const { data } = (await request('GET', `/v1/users/usage?${query}`)) as { data: Static<typeof Usage> }
  if (json) return say(JSON.stringify(data, null, 2))
  const { requests, pagesScraped, creditsUsed, byEndpoint, daily } = data
  say(`From ${data.from} to ${data.to}: ${requests} requests, ${pagesScraped} pages, ${creditsUsed} credits`)
  if (byEndpoint.length > 0) say('\nBy endpoint: requests, credits')
  for (const line of lines(byEndpoint.map((one) => [one.endpoint, one.requests, one.creditsUsed]))) say(line)
  const days = daily.filter((day) => day.requests > 0 || day.pagesScraped > 0 || day.creditsUsed > 0)
  if (days.length > 0) say('\nBy day (UTC): requests, pages, credits')
  for (const line of lines(days.map((day) => [day.date, day.requests, day.pagesScraped, day.creditsUsed]))) say(line)
}

async function showTop({ period, top = '', json }: Values, { say, request }: PluginCommandContext) {
  const query = new URLSearchParams({ limit: top, ...(period !== undefined && { period }) })
  const { data } = (await request('GET', `/v1/analytics/accounts?${query}`)) as { data: Static<typeof MostUsing> }
  if (json) return say(JSON.stringify(data.accounts, null, 2))
  if (data.accounts.length > 0) say('Accounts with the highest usage: requests, pages, credits')
  for (const line of lines(
    data.accounts.map((one) => [
      `${one.id}  ${one.email ?? '(deleted)'}`,
      one.requests,
      one.pagesScraped,
      one.creditsUsed,
    ]),
  ))
    say(line)
}

/** The command `weir usage`. */
export const usageCommand: PluginCommand = {
  name: 'usage',
  usage: 'usage [--period P] [--account USER|all | --top N]',
  summary: 'Shows the usage of the administrator, another account or all accounts',
  details: `  --period P         day, week, month (the default), year, or the last 7d or 24h
  --account USER     another user's usage, by e-mail address or id; all for the sums of all
  --top N            the accounts with the highest usage, 1 to 100 of them
  --json             what the API answers`,
  async run(args, context) {
    const { positionals, values } = readArgs(args, options)
    if (positionals.length > 0) throw new CommandError(HOW, 2)
    if (values.top !== undefined && values.account !== undefined) throw new CommandError(HOW, 2)
    if (values.top !== undefined && !/^([1-9]\d?|100)$/.test(values.top))
      throw new CommandError('--top must be a whole number from 1 to 100', 2)
    await (values.top === undefined ? showUsage(values, context) : showTop(values, context))
  },
}
