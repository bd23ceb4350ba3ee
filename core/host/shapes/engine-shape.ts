import type { EngineDefinition, EngineSupports } from '../../contracts/engine.ts'
import { type TSchema, t } from '../../schema.ts'
import { closed, function as fn, name, schema } from './parts.ts'

const can = t.Optional(t.Boolean())

const supports = t.Object(
  {
    javascript: can,
    actions: can,
    screenshot: can,
    pdf: can,
    stealth: can,
    mobile: can,
    proxy: can,
  } satisfies Record<keyof EngineSupports, TSchema>,
  closed,
)

/** The contract of engines, for authors whose compiler did not check it. Engines may have fields of their own. */
export const EngineShape = t.Object({
  name,
  aliases: t.Optional(t.Array(name, { description: 'an array of names' })),
  api: t.Literal(1),
  supports,
  config: t.Optional(schema),
  cost: t.Optional(t.Number()),
  ready: t.Optional(fn),
  open: fn,
} satisfies Record<keyof EngineDefinition, TSchema>)
