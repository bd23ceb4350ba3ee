import { oneOf, PASSWORD_LENGTH, planNames, t } from 'weirjs'

/** The name of a plan. */
export const Plan = oneOf(planNames)
export const Role = oneOf(['user', 'admin'])
export const UserStatus = oneOf(['active', 'suspended'])

export const fullName = t.String({ maxLength: 200, examples: ['Ada Lovelace'] })

export const password = t.String({
  minLength: PASSWORD_LENGTH.minimum,
  maxLength: PASSWORD_LENGTH.maximum,
  description: 'Stored only as an argon2id hash',
})

/** The credits of an account in the current month. */
export const Credits = t.Object(
  {
    monthly: t.Number({ description: 'Credits granted for this month' }),
    used: t.Number(),
    remaining: t.Number({ description: 'Monthly credits minus used credits, at least 0' }),
  },
  { title: 'Credits' },
)

/** A limit of requests, with the given minimum. */
export const requestCount = (minimum: number) => t.Optional(t.Integer({ minimum, maximum: 1_000_000_000 }))
