import { nullable, oneOf, PASSWORD_LENGTH, paging, planNames, type Static, t, timestamp } from 'weirjs'

const Plan = oneOf(planNames)
const Role = oneOf(['user', 'admin'])
const Status = oneOf(['active', 'suspended'])
const fullName = t.String({ maxLength: 200, examples: ['Ada Lovelace'] })
const password = t.String({
  minLength: PASSWORD_LENGTH.minimum,
  maxLength: PASSWORD_LENGTH.maximum,
  description: 'Kept as an argon2id hash alone',
})

// ---- sessions

export const LoginBody = t.Object({
  email: t.String({ minLength: 1, maxLength: 254, examples: ['ada@example.com'] }),
  password: t.String({ minLength: 1, maxLength: 1024, examples: ['correct horse battery staple'] }),
})

export const OidcBody = t.Object({
  token: t.String({ minLength: 1, maxLength: 16_384, description: 'An ID token, as the issuer gave it' }),
})

/** Source: spec section 2.3. */
export const Session = t.Object(
  {
    user: t.Object({
      id: t.String({ examples: ['usr_01900000-0000-7000-8000-000000000000'] }),
      email: t.String(),
      plan: Plan,
    }),
    token: t.String({ description: 'A JWT; send it as `Authorization: Bearer <token>`' }),
    expiresIn: t.Integer({ description: 'Seconds', examples: [86400] }),
  },
  { title: 'Session' },
)

export const Ended = t.Object({ ended: t.Literal(true) })

/** Source: spec section 2.12. */
export const Validation = t.Object(
  {
    valid: t.Literal(true),
    keyId: nullable(t.String(), { description: 'null for a session token' }),
    plan: Plan,
    rateLimit: t.Object({
      requestsPerHour: nullable(t.Integer(), {
        description: 'General requests (scrape, batch, search); null without a limit',
      }),
      remaining: nullable(t.Integer(), { description: 'Left in the current hour; null without a limit' }),
    }),
  },
  { title: 'KeyValidation' },
)

// ---- keys

const count = (minimum: number) => t.Optional(t.Integer({ minimum, maximum: 1_000_000_000 }))
const RateLimit = t.Object({ requestsPerHour: count(1), requestsPerDay: count(1) }, { title: 'KeyRateLimit' })

export const KeyBody = t.Object({
  name: t.Optional(
    t.String({ minLength: 1, maxLength: 100, default: 'API key', description: 'For you to tell it by' }),
  ),
  permissions: t.Optional(
    t.Array(t.String({ maxLength: 50 }), {
      minItems: 1,
      maxItems: 50,
      description:
        'What it may do: the name of each capability (`scrape`, `batch`, `crawl`, `map`, `search`, `extract`, `enrichment`, `archive`, `monitors`, `results`), `account`, `admin` (administrators alone), or `*` for all that you may do yourself, which is the default. Plans pro and enterprise',
      examples: [['scrape', 'extract']],
    }),
  ),
  rateLimit: t.Optional(
    t.Object(RateLimit.properties, {
      description:
        "Holds beside the plan's limits, for everything but account and status calls. Plans pro and enterprise",
    }),
  ),
  expiresAt: t.Optional(
    timestamp({ description: 'From then on it gives `key_expired`. Without it the key does not expire' }),
  ),
  allowedIps: t.Optional(
    t.Array(t.String({ maxLength: 64 }), {
      minItems: 1,
      maxItems: 100,
      description: 'Networks or addresses from which alone it may be used. Plan enterprise',
      examples: [['203.0.113.0/24', '2001:db8::/32']],
    }),
  ),
  readOnly: t.Optional(t.Boolean({ description: 'Takes GET requests alone. Plan enterprise' })),
  endpoints: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 256 }), {
      minItems: 1,
      maxItems: 50,
      description: 'Paths for which alone it may be used; `*` stands for anything, slashes included. Plan enterprise',
      examples: [['/v1/scrape', '/v1/jobs/*']],
    }),
  ),
})

/** Source: spec section 2.1, decisions 2.6. */
export const Key = t.Object(
  {
    id: t.String({ examples: ['key_01900000-0000-7000-8000-000000000000'] }),
    name: t.String(),
    prefix: t.String({ description: 'The first 8 characters of the key', examples: ['wr_a1B2c'] }),
    permissions: t.Array(t.String()),
    rateLimit: nullable(RateLimit),
    lastUsed: nullable(timestamp()),
    createdAt: timestamp(),
    expiresAt: nullable(timestamp()),
    revokedAt: nullable(timestamp()),
    allowedIps: nullable(t.Array(t.String())),
    readOnly: t.Boolean(),
    endpoints: nullable(t.Array(t.String())),
  },
  { title: 'ApiKey' },
)
export type Key = Static<typeof Key>

export const MadeKey = t.Composite(
  [Key, t.Object({ key: t.String({ description: 'The whole key. It is shown this once; keep it safe' }) })],
  { title: 'CreatedApiKey' },
)
export const KeyList = t.Object({ keys: t.Array(Key), nextCursor: nullable(t.String()) }, { title: 'ApiKeyList' })
export const RevokedKey = t.Object({ id: t.String(), revoked: t.Literal(true) })

const OfUser = t.Object({
  userId: t.Optional(
    t.String({ maxLength: 100, description: 'Whose keys, where they are not your own. Administrators alone' }),
  ),
})
export const KeyQuery = OfUser
export const KeyListQuery = t.Object({ ...OfUser.properties, ...paging })

// ---- users

const Credits = t.Object(
  {
    monthly: t.Number({ description: 'Granted for this month' }),
    used: t.Number(),
    remaining: t.Number({ description: 'Monthly less used, not below 0' }),
  },
  { title: 'Credits' },
)

const Preferences = t.Object(
  {
    notifications: t.Optional(t.Boolean()),
    theme: t.Optional(t.String({ maxLength: 50, examples: ['dark'] })),
  },
  { title: 'Preferences' },
)

/** Source: spec section 2.2. */
export const Profile = t.Object(
  {
    id: t.String(),
    email: t.String(),
    fullName: t.String(),
    plan: Plan,
    role: Role,
    credits: Credits,
    usage: t.Object({ thisMonth: t.Object({ requests: t.Integer(), pagesScraped: t.Integer() }) }),
    preferences: Preferences,
    createdAt: timestamp(),
  },
  { title: 'Profile' },
)
export const ProfileBody = t.Object({ fullName: t.Optional(fullName), preferences: t.Optional(Preferences) })

const monthlyCredits = t.Number({ minimum: 0, maximum: 1e12 })
const OwnRate = t.Object({ requestsPerHour: count(0), requestsPerDay: count(0) })

export const NewUserBody = t.Object({
  email: t.String({ format: 'email', examples: ['ada@example.com'] }),
  password: t.Optional(password),
  fullName: t.Optional(fullName),
  plan: t.Optional(oneOf(planNames, { default: 'free' })),
  role: t.Optional(oneOf(['user', 'admin'], { default: 'user' })),
})

export const UserBody = t.Object({
  plan: t.Optional(Plan),
  monthlyCredits: t.Optional(
    nullable(monthlyCredits, {
      description: "Credits a month in place of the plan's; null is the plan's again. Acts at once",
    }),
  ),
  rateLimit: t.Optional(
    nullable(OwnRate, {
      description:
        "General requests (scrape, batch, search) in place of the plan's; null is the plan's again. Acts at once",
    }),
  ),
  status: t.Optional(Status),
  role: t.Optional(Role),
  fullName: t.Optional(fullName),
  password: t.Optional(password),
})

/** An entry of the administrator's list. */
export const ListedUser = t.Object(
  {
    id: t.String(),
    email: t.String(),
    fullName: t.String(),
    plan: Plan,
    role: Role,
    status: Status,
    credits: Credits,
    monthlyCredits: nullable(t.Number(), { description: "Where it is not the plan's" }),
    rateLimit: nullable(OwnRate, { description: "Where it is not the plan's" }),
    createdAt: timestamp(),
  },
  { title: 'User' },
)
export type ListedUser = Static<typeof ListedUser>

export const MadeUser = t.Composite(
  [
    ListedUser,
    t.Object({
      password: t.Optional(t.String({ description: 'Where none was given: one that was made, shown this once' })),
    }),
  ],
  { title: 'CreatedUser' },
)
export const UserList = t.Object(
  { users: t.Array(ListedUser), nextCursor: nullable(t.String()) },
  { title: 'UserList' },
)
export const UserListQuery = t.Object({
  ...paging,
  search: t.Optional(t.String({ maxLength: 254, description: 'Part of the e-mail address, the name or the id' })),
})

/** Source: spec section 2.12. */
export const Stats = t.Object(
  {
    totalUsers: t.Integer(),
    activeUsers: t.Integer({ description: 'Those that are not suspended' }),
    totalJobs: t.Integer(),
    totalCreditsUsed: t.Number(),
    systemHealth: oneOf(['healthy', 'degraded', 'unhealthy']),
  },
  { title: 'AdminStats' },
)
