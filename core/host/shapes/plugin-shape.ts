import type { PluginCommand } from '../../contracts/command.ts'
import type { AnyJob } from '../../contracts/jobs/job.ts'
import type { Check } from '../../contracts/operations/check.ts'
import type { PlanField, PlanName, Rate } from '../../contracts/plan.ts'
import type { Mount, Plugin, Tag } from '../../contracts/plugin.ts'
import type { NamedProvided } from '../../contracts/service.ts'
import type { ErrorFamily, ErrorRules } from '../../errors.ts'
import { nullable, oneOf, type TSchema, t } from '../../schema.ts'
import type { Migration } from '../../store/port.ts'
import { closed, function as fn, name, permission, schema } from './parts.ts'

/** The fields of a contract; the type makes sure that none is missing. */
type FieldsOf<T> = Record<keyof T, TSchema>

const text = t.String()
const maybe = t.Optional
const list = { description: 'an array' }

const tag = t.Object({ name: text, description: text, order: maybe(t.Number()) } satisfies FieldsOf<Tag>)

const bound = nullable(t.Number({ minimum: 0 }))
const rate = t.Object(
  { perMinute: maybe(bound), perHour: maybe(bound), perDay: maybe(bound) } satisfies FieldsOf<Rate>,
  closed,
)
const byPlan = <T extends TSchema>(value: T) =>
  t.Object({ free: value, starter: value, pro: value, enterprise: value } satisfies Record<PlanName, T>, closed)
const planLimits = t.Union([byPlan(maybe(rate)), fn], {
  description: 'rates by plan, such as { free: { perHour: 10 } }, or a function that gives that of a plan',
})

const planField = t.Object(
  { name: text, description: text, defaults: byPlan(bound), of: fn } satisfies FieldsOf<PlanField>,
  { description: 'what definePlanField gives' },
)

const family = t.Object({ schema, render: fn, codeOf: maybe(fn) } satisfies FieldsOf<ErrorFamily>)
const errors = t.Object({
  invalid: maybe(t.Record(t.String(), t.Union([text, fn]))),
  failure: maybe(text),
  status: maybe(t.Record(t.String(), t.Integer({ minimum: 400, maximum: 599 }))),
  family: maybe(family),
} satisfies FieldsOf<ErrorRules>)

const migration = t.Object({ name: text, up: fn, slice: maybe(fn) } satisfies FieldsOf<Migration>)

const service = t.Object(
  { id: text },
  { description: "a service, as its plugin's service.ts exports it; one that imports yours in turn has it too late" },
)
const provided = t.Object(
  {
    service,
    create: fn,
    name: maybe(name),
    order: maybe(t.Number()),
    health: maybe(fn),
  } satisfies FieldsOf<NamedProvided>,
  { description: 'what `by` of a service gives' },
)

const job = t.Object(
  {
    name: text,
    type: maybe(text),
    statusWhileRunning: maybe(text),
    input: schema,
    item: schema,
    seed: fn,
    run: fn,
    failed: maybe(fn),
    finish: maybe(fn),
    limit: maybe(fn),
    order: maybe(oneOf(['input', 'completion'])),
    parallel: maybe(fn),
    spacing: maybe(fn),
    maxAttempts: maybe(fn),
    attemptTimeout: maybe(t.Number({ minimum: 1 })),
    maxConcurrentJobs: maybe(fn),
  } satisfies FieldsOf<AnyJob>,
  { description: 'what defineJob gives' },
)

const mount = t.Object({ path: text, routes: fn, cors: maybe(t.Boolean()) } satisfies FieldsOf<Mount>)
const command = t.Object({
  name: text,
  usage: text,
  summary: text,
  details: maybe(text),
  startsJobs: maybe(t.Boolean()),
  keepsNothing: maybe(t.Boolean()),
  run: fn,
} satisfies FieldsOf<PluginCommand>)
const check = t.Object({ name: text, run: fn } satisfies FieldsOf<Check>)

/**
 * The contract of plugins, for authors whose compiler did not check it. Objects may have fields of their own where a
 * misspelt field does no harm; a misspelt limit would not hold.
 */
export const PluginShape = t.Object({
  name,
  api: t.Literal(1),
  tag,
  moreTags: maybe(t.Array(tag, list)),
  permissions: maybe(t.Array(permission, { description: 'an array of names' })),
  config: maybe(schema),
  limits: maybe(t.Record(t.String(), planLimits)),
  planFields: maybe(t.Array(planField, list)),
  errors: maybe(errors),
  migrations: maybe(t.Array(migration, list)),
  requires: maybe(t.Array(service, list)),
  wants: maybe(t.Array(service, list)),
  provides: maybe(t.Array(provided, list)),
  jobs: maybe(t.Array(job, list)),
  setup: maybe(fn),
  routes: maybe(fn),
  mounts: maybe(t.Array(mount, list)),
  home: maybe(text),
  welcome: maybe(fn),
  commands: maybe(t.Array(command, list)),
  checks: maybe(t.Array(check, list)),
  start: maybe(fn),
  close: maybe(fn),
} satisfies FieldsOf<Plugin>)
