import { readFileSync } from 'node:fs'
import { Value } from '@sinclair/typebox/value'
import type { Plan, PlanField, PlanName, Plans } from '../contracts/plan.ts'
import { isObject } from '../json.ts'
import { allowed, dotted, nullable, type Static, t } from '../schema.ts'

export const planNames = ['free', 'starter', 'pro', 'enterprise'] as const satisfies readonly PlanName[]
const isPlanName = (text: string): text is PlanName => (planNames as readonly string[]).includes(text)

const count = (description: string) => t.Optional(nullable(t.Integer({ minimum: 0, description })))

/** The fields of a plan that can be changed; null removes a limit. Source: decisions 13. */
const PlanChanges = t.Object({
  monthlyCredits: t.Optional(nullable(t.Number({ minimum: 0, maximum: 1e12 }))),
  requestsPerHour: count('Scrape, batch and search together'),
  requestsPerDay: count('Scrape, batch and search together'),
  concurrent: count('Requests in flight'),
  burst: count('Requests in flight on average over 10 s, where more than that may be in flight for a moment'),
  callsPerMinute: count('Calls that use no other limit'),
  families: t.Optional(
    t.Record(
      t.String({ pattern: '^[a-z][a-z0-9-]*$' }),
      t.Object({ perMinute: count(''), perHour: count(''), perDay: count('') }, { additionalProperties: false }),
      { additionalProperties: false },
    ),
  ),
  weight: t.Optional(t.Integer({ minimum: 1, maximum: 64 })),
  price: t.Optional(nullable(t.Number({ minimum: 0 }))),
})
type PlanChanges = Static<typeof PlanChanges>

/** The core's own fields of a plan. Plugins may not add fields with these names, or within them. */
export const coreFields: readonly string[] = Object.keys(PlanChanges.properties)

const common = { burst: null, callsPerMinute: 600, fields: {}, families: {}, price: null }

/** The default plans. `price` (per month, in the operator's currency) is null if none is stated. */
export const defaultPlans: Plans = {
  free: {
    ...common,
    monthlyCredits: 500,
    requestsPerHour: 10,
    requestsPerDay: 100,
    concurrent: 1,
    weight: 1,
    price: 0,
  },
  starter: {
    ...common,
    monthlyCredits: 5000,
    requestsPerHour: 50,
    requestsPerDay: 500,
    concurrent: 3,
    weight: 2,
  },
  pro: {
    ...common,
    monthlyCredits: 50_000,
    requestsPerHour: 200,
    requestsPerDay: 2000,
    concurrent: 10,
    weight: 4,
  },
  enterprise: {
    ...common,
    monthlyCredits: 1_000_000,
    requestsPerHour: null,
    requestsPerDay: null,
    concurrent: 100,
    burst: 50,
    weight: 8,
  },
}

/** The monthly credits of a plan without a credit limit, so that credits are always numbers. */
const UNLIMITED_CREDITS = 1e12

/** Millicredits per month: the user's own amount, or the plan's. */
export const monthlyMillicredits = (plan: Plan, own: number | null) =>
  own ?? Math.round((plan.monthlyCredits ?? UNLIMITED_CREDITS) * 1000)

/** The content of `WEIR_PLANS`, before the fields of plugins are known. */
export type UncheckedPlans = Readonly<Record<string, unknown>>

/**
 * The default plans with the fields of plugins and the operator's changes, validated. Throws an Error with one line
 * that says what is wrong, and where.
 */
export function createPlans(changes: UncheckedPlans = {}, fields: readonly PlanField[] = []): Plans {
  const plans = Object.fromEntries(
    planNames.map((name) => {
      const own = Object.fromEntries(fields.map((field) => [field.name, field.defaults[name]]))
      return [name, { ...defaultPlans[name], fields: own }]
    }),
  ) as Record<PlanName, Plan>
  for (const [name, change] of Object.entries(changes)) {
    if (!isPlanName(name)) throw new Error(`there is no plan ${name}; the plans are ${planNames.join(', ')}`)
    const { core, added } = checkChange(name, change, fields)
    const before = plans[name]
    plans[name] = {
      ...before,
      ...core,
      fields: { ...before.fields, ...added },
      families: { ...before.families, ...core.families },
    }
  }
  return plans
}

/** Separates the core's own fields from those of plugins. Nested ones are named `outer.inner`. */
function checkChange(plan: PlanName, change: unknown, fields: readonly PlanField[]) {
  if (!isObject(change)) throw new Error(`plan ${plan} must be an object of fields`)
  const core = Object.fromEntries(Object.entries(change).filter(([name]) => coreFields.includes(name)))
  const problem = Value.Errors(PlanChanges, core).First()
  const unknown = (field: string) => {
    const known = [...coreFields, ...fields.map(({ name }) => name)].join(', ')
    return new Error(`plan ${plan} has no field ${field}; the fields are ${known}`)
  }
  if (problem?.message === 'Unexpected property') throw unknown(dotted(problem.path))
  if (problem) throw new Error(`plan ${plan}: ${dotted(problem.path)} must be ${allowed(problem.schema)}`)

  const added: Record<string, number | null> = {}
  for (const [outer, value] of Object.entries(change)) {
    if (coreFields.includes(outer)) continue
    const isNested = isObject(value) && fields.some(({ name }) => name.startsWith(`${outer}.`))
    for (const [name, number] of isNested ? nested(outer, value) : [[outer, value] as const]) {
      if (!fields.some((field) => field.name === name)) throw unknown(name)
      if (!Value.Check(Amount, number)) throw new Error(`plan ${plan}: ${name} must be ${allowed(Amount)}`)
      added[name] = number
    }
  }
  return { core: core as PlanChanges, added }
}

const nested = (outer: string, value: Record<string, unknown>) =>
  Object.entries(value).map(([inner, number]) => [`${outer}.${inner}`, number] as const)
const Amount = nullable(t.Integer({ minimum: 0 }))

/**
 * Reads the setting `WEIR_PLANS`: JSON, or the path of a JSON file. Throws an Error with one line, to which the
 * caller adds the name of the setting.
 */
export function parsePlans(text: string): UncheckedPlans {
  const inline = text.trimStart().startsWith('{')
  const json = inline ? text : readFile(text)
  let changes: unknown
  try {
    changes = JSON.parse(json)
  } catch (cause) {
    throw new Error(inline ? 'is not valid JSON' : `the file ${text} is not valid JSON`, { cause })
  }
  if (!isObject(changes)) throw new Error('must be an object of plans')
  return changes
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error(`is neither JSON that begins with { nor a file that can be read: ${path}`, { cause })
  }
}
