import { nullable, paging, type Static, t, timestamp } from 'weirjs'
import { Credits, fullName, nextCursor, Plan, password, Role, requestCount } from 'weirjs/schemas'

// ---- sessions

export const LoginBody = t.Object({
  email: t.String({ minLength: 1, maxLength: 254, examples: ['ada@example.com'] }),
  password: t.String({ minLength: 1, maxLength: 1024, examples: ['correct horse battery staple'] }),
})

export const OidcBody = t.Object({
  token: t.String({ minLength: 1, maxLength: 16_384, description: 'An ID token exactly as the issuer returned it' }),
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

export const PasswordBody = t.Object({ currentPassword: LoginBody.properties.password, newPassword: password })

export const Ended = t.Object({ ended: t.Literal(true) })

/** Source: spec section 2.12. */
export const Validation = t.Object(
  {
    valid: t.Literal(true),
    keyId: nullable(t.String(), { description: 'null for a session token' }),
    plan: Plan,
    permissions: t.Array(t.String(), {
      description: 'What the key may do; `*` means everything that you may do yourself',
    }),
    rateLimit: t.Object({
      requestsPerHour: nullable(t.Integer(), {
        description: 'General requests (scrape, batch, search) per hour; null if unlimited',
      }),
      remaining: nullable(t.Integer(), { description: 'Requests left in the current hour; null if unlimited' }),
    }),
  },
  { title: 'KeyValidation' },
)

// ---- keys

const RateLimit = t.Object(
  { requestsPerHour: requestCount(1), requestsPerDay: requestCount(1) },
  { title: 'KeyRateLimit' },
)

export const KeyBody = t.Object({
  name: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 100,
      default: 'API key',
      description: 'A name that helps you recognize the key',
    }),
  ),
  permissions: t.Optional(
    t.Array(t.String({ maxLength: 50 }), {
      minItems: 1,
      maxItems: 50,
      description:
        'What the key may do: the name of each capability (`scrape`, `batch`, `crawl`, `map`, `search`, `extract`, `enrichment`, `archive`, `monitors`, `results`), `account`, `admin` (administrators only), or `*` (default) for everything that you may do yourself. Pro and enterprise plans only',
      examples: [['scrape', 'extract']],
    }),
  ),
  rateLimit: t.Optional(
    t.Object(RateLimit.properties, {
      description:
        "Applies in addition to the plan's limits, to everything except account and status requests. Pro and enterprise plans only",
    }),
  ),
  expiresAt: t.Optional(
    timestamp({ description: 'When the key expires; it then gives `key_expired`. Default: the key does not expire' }),
  ),
  allowedIps: t.Optional(
    t.Array(t.String({ maxLength: 64 }), {
      minItems: 1,
      maxItems: 100,
      description: 'The only networks or IP addresses from which the key may be used. Enterprise plan only',
      examples: [['203.0.113.0/24', '2001:db8::/32']],
    }),
  ),
  readOnly: t.Optional(t.Boolean({ description: 'Allows only GET requests. Enterprise plan only' })),
  endpoints: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 256 }), {
      minItems: 1,
      maxItems: 50,
      description:
        'The only paths for which the key may be used; `*` matches anything, including slashes. Enterprise plan only',
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
  [Key, t.Object({ key: t.String({ description: 'The full key. It is shown only this once; keep it safe' }) })],
  { title: 'CreatedApiKey' },
)
export const KeyList = t.Object({ keys: t.Array(Key), nextCursor }, { title: 'ApiKeyList' })
export const RevokedKey = t.Object({ id: t.String(), revoked: t.Literal(true) })

const OfUser = t.Object({
  userId: t.Optional(
    t.String({ maxLength: 100, description: 'The user whose keys to manage, if not your own. Administrators only' }),
  ),
})
export const KeyQuery = OfUser
export const KeyListQuery = t.Object({ ...OfUser.properties, ...paging })

// ---- users

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
