import { nullable, oneOf, ProviderState, paging, planNames, readiness, type Static, t, timestamp } from 'weirjs'
import { Credits, fullName, nextCursor, Plan, password, Role, requestCount, UserStatus } from 'weirjs/schemas'

// ---- users

const monthlyCredits = t.Number({ minimum: 0, maximum: 1e12 })
const OwnRate = t.Object({ requestsPerHour: requestCount(0), requestsPerDay: requestCount(0) })

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
      description: "Monthly credits that replace the plan's; null restores the plan's. Applies at once",
    }),
  ),
  rateLimit: t.Optional(
    nullable(OwnRate, {
      description:
        "General requests (scrape, batch, search) that replace the plan's limit; null restores the plan's. Applies at once",
    }),
  ),
  status: t.Optional(UserStatus),
  role: t.Optional(Role),
  fullName: t.Optional(fullName),
  password: t.Optional(password),
})

/** A user in the administrators' list. */
export const ListedUser = t.Object(
  {
    id: t.String(),
    email: t.String(),
    fullName: t.String(),
    plan: Plan,
    role: Role,
    status: UserStatus,
    credits: Credits,
    monthlyCredits: nullable(t.Number(), { description: "Set if different from the plan's" }),
    rateLimit: nullable(OwnRate, { description: "Set if different from the plan's" }),
    lastSeen: nullable(timestamp(), {
      description: 'Last use of a key or last login; null if never',
    }),
    createdAt: timestamp(),
  },
  { title: 'User' },
)
export type ListedUser = Static<typeof ListedUser>

export const MadeUser = t.Composite(
  [
    ListedUser,
    t.Object({
      password: t.Optional(t.String({ description: 'The generated password if none was given; shown only this once' })),
    }),
  ],
  { title: 'CreatedUser' },
)
export const UserWithPassword = t.Composite(
  [ListedUser, t.Object({ password: t.String({ description: 'The generated password; shown only this once' }) })],
  { title: 'UserWithPassword' },
)
export const UserList = t.Object({ users: t.Array(ListedUser), nextCursor }, { title: 'UserList' })
export const UserListQuery = t.Object({
  ...paging,
  search: t.Optional(t.String({ maxLength: 254, description: 'Part of the e-mail address, the name or the id' })),
  status: t.Optional(oneOf(['active', 'suspended'], { description: 'Returns only users with this status' })),
  plan: t.Optional(oneOf(planNames, { description: 'Returns only users on this plan' })),
  role: t.Optional(oneOf(['user', 'admin'], { description: 'Returns only users with this role' })),
})

const UserKey = t.Object(
  {
    id: t.String(),
    name: t.String(),
    prefix: t.String({ description: 'The first 8 characters of the key', examples: ['wr_a1B2c'] }),
    permissions: t.Array(t.String()),
    lastUsed: nullable(timestamp()),
    createdAt: timestamp(),
    expiresAt: nullable(timestamp()),
    revokedAt: nullable(timestamp()),
  },
  { title: 'UserKey' },
)

export const UserDetails = t.Composite(
  [
    ListedUser,
    t.Object({
      usage: t.Object({
        thisMonth: t.Object(
          { requests: t.Integer(), pagesScraped: t.Integer(), creditsUsed: t.Number() },
          { description: 'Figures for the calendar month' },
        ),
      }),
      keys: t.Array(UserKey, {
        description: 'The 100 newest keys; `GET /v1/auth/api-keys?userId=` lists all, page by page',
      }),
    }),
  ],
  { title: 'UserDetails' },
)

// ---- figures and health

const Remedy = nullable(t.String(), { description: 'How to fix it; null if nothing is wrong' })

const StoreHealth = t.Object(
  {
    writable: t.Boolean(),
    commitTime: nullable(t.Number(), {
      description: 'Milliseconds for a small write to reach the disk; null if it was refused',
    }),
    reason: nullable(oneOf(['storage_full', 'storage_unavailable'])),
    remedy: Remedy,
  },
  { title: 'StoreHealth' },
)
const QueueHealth = t.Object(
  {
    status: oneOf(['healthy', 'slow', 'unknown'], { description: '`slow`: a job has waited for more than a minute' }),
    pendingJobs: t.Integer({ description: 'Jobs waiting to start' }),
    activeJobs: t.Integer(),
    scheduledJobs: t.Integer({ description: 'Jobs scheduled for later' }),
    longestWait: nullable(t.Integer(), {
      description: 'Milliseconds that the longest-waiting job has waited; 0 if none waits',
    }),
    remedy: Remedy,
  },
  { title: 'QueueHealth' },
)
const DiskHealth = t.Object(
  {
    status: oneOf(['healthy', 'low', 'unknown']),
    free: nullable(t.Integer(), { description: 'Free bytes on the disk of the data directory' }),
    total: nullable(t.Integer()),
    remedy: Remedy,
  },
  { title: 'DiskHealth' },
)
const FilesHealth = t.Object(
  {
    place: oneOf(['disk', 'bucket', 'database'], { description: 'Where the contents of files are stored' }),
    status: oneOf(['healthy', 'unavailable']),
    reason: nullable(t.String()),
    remedy: Remedy,
  },
  { title: 'FilesHealth' },
)
const EngineHealth = t.Object({ name: t.String(), ...readiness }, { title: 'EngineHealth' })

/** Source: spec section 2.12. */
export const Stats = t.Object(
  {
    totalUsers: t.Integer(),
    activeUsers: t.Integer({ description: 'Users that are not suspended' }),
    totalJobs: t.Integer(),
    totalCreditsUsed: t.Number(),
    systemHealth: oneOf(['healthy', 'degraded', 'unhealthy'], {
      description: 'As in `/health`. `unhealthy`: nothing can be written; `degraded`: something needs your attention',
    }),
    version: t.String(),
    health: t.Object(
      {
        store: StoreHealth,
        queue: QueueHealth,
        disk: DiskHealth,
        files: FilesHealth,
        engines: t.Array(EngineHealth),
        providers: t.Array(ProviderState, { description: 'Services that may have several providers' }),
      },
      { title: 'SystemHealth', description: 'Health of each part, with the remedy for each problem' },
    ),
  },
  { title: 'AdminStats' },
)

// ---- audit log

const Actor = t.Object(
  {
    id: nullable(t.String(), { description: "The user's id; null if it was not a user" }),
    email: nullable(t.String(), { description: 'As it was at that time' }),
    via: oneOf(['session', 'key', 'command', 'identity_provider', 'anonymous', 'system'], {
      description:
        "How the actor was authenticated. `command`: `weir` on the server's own machine; `anonymous`: no accepted credentials; `system`: a part of the service, such as a payment provider's events",
    }),
    credential: nullable(t.String(), {
      description: "The key's prefix, the session's id, or the name of the part of the service",
      examples: ['wr_a1B2c'],
    }),
    address: nullable(t.String(), { description: 'IP address of the client', examples: ['203.0.113.7'] }),
    requestId: nullable(t.String(), { description: 'The value of `X-Request-Id`' }),
  },
  { title: 'AuditActor' },
)

export const AuditEntry = t.Object(
  {
    id: t.String({ examples: ['aud_01900000-0000-7000-8000-000000000000'] }),
    at: timestamp(),
    actor: Actor,
    action: t.String({ examples: ['user.suspended'] }),
    target: nullable(
      t.Object({
        type: t.String({ examples: ['user'] }),
        id: nullable(t.String()),
        name: nullable(t.String(), { description: 'A readable name, such as an e-mail address' }),
      }),
    ),
    changes: t.Record(t.String(), t.Object({ before: t.Unknown(), after: t.Unknown() }), {
      description: 'Old and new value of each field; both null for a secret that changed',
    }),
  },
  { title: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>
export const AuditPage = t.Object({ entries: t.Array(AuditEntry), nextCursor }, { title: 'AuditLog' })

const userOr = (what: string) => t.Optional(t.String({ minLength: 1, maxLength: 254, description: what }))
export const AuditQuery = t.Object({
  ...paging,
  actor: userOr('Id or e-mail address of the user who made the change'),
  action: t.Optional(
    t.String({ minLength: 1, maxLength: 100, description: 'For example `user.changed`', examples: ['user.changed'] }),
  ),
  target: userOr("Id of what was changed, or a user's e-mail address"),
  since: t.Optional(timestamp({ description: 'Start of the time range, inclusive' })),
  until: t.Optional(timestamp({ description: 'End of the time range, exclusive' })),
})
