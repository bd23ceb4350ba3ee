import { readFileSync } from 'node:fs'
import { Value } from '@sinclair/typebox/value'
import { allowed, dotted, nullable, type Static, t } from '../schema.ts'

export const planNames = ['free', 'starter', 'pro', 'enterprise'] as const
export type PlanName = (typeof planNames)[number]
export const isPlanName = (text: string): text is PlanName => (planNames as readonly string[]).includes(text)

const count = (description: string) => t.Optional(nullable(t.Integer({ minimum: 0, description })))

/** What may be changed of a plan; null lifts a limit. Source: decisions 13. */
const PlanChanges = t.Object(
  {
    monthlyCredits: t.Optional(nullable(t.Number({ minimum: 0, maximum: 1e12 }))),
    requestsPerHour: count('Scrape, batch and search together'),
    requestsPerDay: count('Scrape, batch and search together'),
    concurrent: count('Requests in flight'),
    burst: count('Requests in flight on average over 10 s, where more than that may be in flight for a moment'),
    callsPerMinute: count('Calls that use no other limit'),
    crawlPages: count("The upper bound of crawl's maxPages"),
    batchUrls: count('URLs in a batch, and in `urls` of a scrape'),
    batches: count('Batches under way'),
    families: t.Optional(
      t.Record(
        t.String({ pattern: '^[a-z][a-z0-9-]*$' }),
        t.Object({ perMinute: count(''), perHour: count(''), perDay: count('') }, { additionalProperties: false }),
        { additionalProperties: false },
      ),
    ),
    enrichment: t.Optional(
      t.Object(
        { jobs: count('Under way'), rows: count('In a job'), perHour: count('Jobs') },
        { additionalProperties: false },
      ),
    ),
    weight: t.Optional(t.Integer({ minimum: 1, maximum: 64 })),
    price: t.Optional(nullable(t.Number({ minimum: 0 }))),
  },
  { additionalProperties: false },
)
type PlanChanges = Static<typeof PlanChanges>

/** All that a plan allows. A limit that is null does not exist. Source: spec section 8.1, decisions 2.9 and 13. */
export interface Plan extends Required<Omit<PlanChanges, 'enrichment' | 'weight'>> {
  enrichment: Required<NonNullable<PlanChanges['enrichment']>>
  /**
   * Requests of a limit family that a plugin declares. What stands here goes before what the plugin's definition says,
   * field by field; the plans that Weir comes with say nothing, so that each plugin's numbers stand in one place.
   */
  families: NonNullable<PlanChanges['families']>
  /** Turns of the account's work among the accounts that have some. Source: decisions 4.5. */
  weight: number
}
export type Plans = Readonly<Record<PlanName, Plan>>

const common = { burst: null, callsPerMinute: 600, crawlPages: 1000, families: {}, price: null }

/** The plans that Weir comes with. `price` (a month, in the operator's currency) is null where none is stated. */
export const defaultPlans: Plans = {
  free: {
    ...common,
    monthlyCredits: 500,
    requestsPerHour: 10,
    requestsPerDay: 100,
    concurrent: 1,
    batchUrls: 10,
    batches: 2,
    enrichment: { jobs: 1, rows: 100, perHour: 5 },
    weight: 1,
    price: 0,
  },
  starter: {
    ...common,
    monthlyCredits: 5000,
    requestsPerHour: 50,
    requestsPerDay: 500,
    concurrent: 3,
    batchUrls: 50,
    batches: 5,
    enrichment: { jobs: 3, rows: 500, perHour: 20 },
    weight: 2,
  },
  pro: {
    ...common,
    monthlyCredits: 50_000,
    requestsPerHour: 200,
    requestsPerDay: 2000,
    concurrent: 10,
    batchUrls: 100,
    batches: 10,
    enrichment: { jobs: 10, rows: 5000, perHour: 100 },
    weight: 4,
  },
  enterprise: {
    ...common,
    monthlyCredits: 1_000_000,
    requestsPerHour: null,
    requestsPerDay: null,
    concurrent: 100,
    burst: 50,
    batchUrls: 100,
    batches: 50,
    enrichment: { jobs: 50, rows: 50_000, perHour: null },
    weight: 8,
  },
}

/** What a month without a credit limit is granted: credits stay numbers everywhere. */
const UNLIMITED_CREDITS = 1e12

/** Millicredits a month: the user's own amount where one is set, else the plan's. */
export const monthlyMillicredits = (plan: Plan, own: number | null) =>
  own ?? Math.round((plan.monthlyCredits ?? UNLIMITED_CREDITS) * 1000)

/** The default plans with changes, checked. Throws an Error with one line that says what is wrong, and where. */
export function changePlans(changes: unknown): Plans {
  if (changes === null || typeof changes !== 'object' || Array.isArray(changes))
    throw new Error('must be an object of plans')
  const plans: Record<PlanName, Plan> = { ...defaultPlans }
  for (const [name, change] of Object.entries(changes)) {
    if (!isPlanName(name)) throw new Error(`there is no plan ${name}; the plans are ${planNames.join(', ')}`)
    checkChange(name, change)
    const before = plans[name]
    plans[name] = {
      ...before,
      ...change,
      enrichment: { ...before.enrichment, ...change.enrichment },
      families: { ...before.families, ...change.families },
    }
  }
  return plans
}

function checkChange(plan: PlanName, change: unknown): asserts change is PlanChanges {
  const problem = Value.Errors(PlanChanges, change).First()
  if (!problem) return
  const field = dotted(problem.path)
  const known = Object.keys(PlanChanges.properties).join(', ')
  if (problem.message === 'Unexpected property')
    throw new Error(`plan ${plan} has no field ${field}; the fields are ${known}`)
  throw new Error(`plan ${plan}${field ? `: ${field}` : ''} must be ${allowed(problem.schema)}`)
}

/**
 * Reads the setting `WEIR_PLANS`: JSON text, or the path of a JSON file. Throws an Error with one line, which does not
 * name the setting: its reader does.
 */
export function parsePlans(text: string): Plans {
  const inline = text.trimStart().startsWith('{')
  const json = inline ? text : readFile(text)
  let changes: unknown
  try {
    changes = JSON.parse(json)
  } catch (cause) {
    throw new Error(inline ? 'is not valid JSON' : `the file ${text} is not valid JSON`, { cause })
  }
  return changePlans(changes)
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error(`is neither JSON that begins with { nor a file that can be read: ${path}`, { cause })
  }
}
