import { capabilities } from '../../api/account.ts'
import type { Job, Profile } from '../../api/types.ts'
import type { ApiKey } from '../keys/api-key.ts'

export interface Step {
  title: string
  why: string
  /** A page of the dashboard. */
  path: string
  action: string
  isDone: boolean
}

/** What is known about what the user has done. */
export interface Known {
  profile: Profile
  jobs: readonly Job[]
  keys: readonly ApiKey[]
  monitors: readonly unknown[]
}

/** The key of the first start does not count: nobody created it. */
const FIRST_KEY = 'Administrator'

/** The steps of a new user in order, as far as this server supports them. */
export function stepsOf({ profile, jobs, keys, monitors }: Known): Step[] {
  const has = (plugin: string) => capabilities.value?.plugins.some(({ name }) => name === plugin)
  const steps: (Step & { plugin?: string })[] = [
    {
      plugin: 'scrape',
      title: 'Scrape your first page',
      why: 'Enter a URL, and get markdown, links or a screenshot.',
      path: '/playground/scrape',
      action: 'Open the playground',
      // Whoever has done that in an earlier month is not new.
      isDone:
        profile.usage.thisMonth.pagesScraped > 0 || jobs.length > 0 || keys.some(({ lastUsed }) => lastUsed !== null),
    },
    {
      title: 'Create an API key',
      why: 'Your programs need one to call the API.',
      path: '/keys/new',
      action: 'Create a key',
      isDone: keys.some(({ name, revokedAt }) => name !== FIRST_KEY && revokedAt === null),
    },
    {
      plugin: 'crawl',
      title: 'Crawl a site',
      why: 'Follow the links of a site, and watch the pages come in.',
      path: '/playground/crawl',
      action: 'Start a crawl',
      isDone: jobs.some(({ type }) => type === 'crawl'),
    },
    {
      plugin: 'monitors',
      title: 'Watch a page for changes',
      why: 'Check it on a schedule, and be notified of what changed.',
      path: '/monitors/new',
      action: 'Set up a monitor',
      isDone: monitors.length > 0,
    },
  ]
  return steps.filter(({ plugin }) => plugin === undefined || has(plugin))
}
