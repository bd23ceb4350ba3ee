import { oneOf, t } from '../../schema.ts'
import { closed, function as fn } from './parts.ts'

const who = oneOf(['anyone', 'key', 'session', 'admin', 'optional'])
const flag = t.Optional(t.Boolean())

/** What the access of a route may be. */
export const AccessShape = t.Object(
  {
    as: t.Optional(who),
    limit: t.Optional(t.Union([t.String(), t.Literal(false)], { description: 'the name of a limit family, or false' })),
    countsJobs: flag,
    permission: t.Optional(t.String()),
    oidc: t.Optional(
      t.Union([t.Boolean(), t.Object({ resource: fn }, closed)], { description: 'true, or an object with `resource`' }),
    ),
    maxBody: t.Optional(t.Integer({ minimum: 0 })),
    rawBody: t.Optional(t.Object({ max: t.Integer({ minimum: 0 }) }, closed)),
    idempotent: flag,
    keyHeader: t.Optional(t.String({ pattern: '^[a-z0-9-]+$', description: 'the name of a header in lower case' })),
    socket: flag,
    headers: t.Optional(
      t.Record(t.String({ pattern: '^[a-z0-9-]+$' }), t.String(), {
        ...closed,
        description: 'headers, their names in lower case',
      }),
    ),
    challenge: t.Optional(fn),
  },
  closed,
)

/** The short forms, of one word. */
export const AccessWord = who
