import type { Static, TSchema } from '@sinclair/typebox'
import type { AnyElysia } from 'elysia'
import type { Clock } from '../clock.ts'
import type { Credits } from '../credits/credits.ts'
import type { ErrorRules } from '../errors.ts'
import type { Files } from '../files/files.ts'
import type { Engines } from '../host/engines/engine-registry.ts'
import type { PluginApp } from '../http/scope/plugin-scope.ts'
import type { Limits, PlanLimits } from '../limits/limits.ts'
import type { Log } from '../log.ts'
import type { Sealer } from '../secrets/sealer.ts'
import type { Migration, Store } from '../store/index.ts'
import type { Account } from './account.ts'
import type { Accounts } from './accounts.ts'
import type { PluginCommand } from './command.ts'
import type { GuardedFetch } from './fetch.ts'
import type { AnyJob } from './jobs/job.ts'
import type { JobStreams } from './jobs/job-streams.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Leases } from './leases.ts'
import type { Audit } from './operations/audit.ts'
import type { Check } from './operations/check.ts'
import type { HealthReports } from './operations/health.ts'
import type { Outbox } from './outbox.ts'
import type { PlanField } from './plan.ts'
import type { Politeness } from './politeness.ts'
import type { ProxyPool } from './proxy.ts'
import type { AnyProvided, AnyService, Provider, ProviderService, Service } from './service.ts'

/**
 * Calls this server's own API, by a path such as `/v1/scrape`, on behalf of the sender of the request `under`, which
 * a route of the plugin is answering: with the same credential and from the same address. Permissions, limits,
 * charges and the log are those of the called route. It never throws: a refusal is an answer too.
 */
export type Ask = (under: Request, path: string, init?: RequestInit) => Promise<Response>

/** What the core provides to a plugin; every field is a port. */
export interface Kit<C = unknown> {
  /** The plugin's own settings, with defaults filled in. */
  config: C
  engines: Engines
  credits: Credits
  accounts: Accounts
  limits: Limits
  /** The audit log: who changed what, for administrators. */
  audit: Audit
  /** The health of the service, for its operators. */
  health: HealthReports
  store: Store
  files: Files
  /**
   * Creates the plugin's own folder in the data directory if it is missing, and returns its path. Only for data that
   * can be recreated: backups do not include it.
   */
  folder(): string
  jobs: Jobs
  /** Messages that are sent if a transaction commits, at least once. */
  outbox: Outbox
  /** Streams of job events over HTTP. */
  streams: JobStreams
  proxies: ProxyPool
  /** Named locks that one process at a time holds, of all that share the store. Start names with the plugin's own. */
  leases: Leases
  clock: Clock
  /** Encrypts texts for the plugin's own tables, such as passwords and tokens. No other plugin can decrypt them. */
  sealer: Sealer
  log: Log
  /**
   * The public address of this service, without a trailing slash, for links that are opened elsewhere. Empty if it is
   * unknown.
   */
  origin(): string
  /** This server's own API, for plugins that offer it in another form. */
  ask: Ask
  /** The guarded fetch: the only way to request an address that a caller, a page or a tenant gave. */
  fetch: GuardedFetch
  /**
   * Fetches from a service whose address the operator configured, such as a model or a metasearch: its host may be
   * private. Limited and checked like `fetch`, and redirects to other hosts are checked like any other address.
   * Throws a TypeError for anything but an http or https URL.
   */
  operatorFetch(address: string): GuardedFetch
  /**
   * Checks, without a request to its host, whether `fetch` would currently allow an address, for one that is stored
   * and fetched later. Throws what `fetch` would: 400 `invalid_url`, 500 `timeout`.
   */
  checkAddress(url: URL | string, signal?: AbortSignal): Promise<void>
  /** robots.txt, sitemaps, and how often a host may be requested. */
  politeness: Politeness
  /** A service named in `requires`. */
  use<T>(service: Service<T>): T
  /** A service named in `wants` or `requires`, if a plugin provides it. */
  find<T>(service: Service<T>): T | undefined
  /** All providers, in order, of a service named in `requires` or `wants` that may have several. */
  all<T>(service: ProviderService<T>): readonly Provider<T>[]
}

/** A tag: a group of routes in Swagger. */
export interface Tag {
  name: string
  description: string
  /** Tags are sorted by this, from 10 (scrape) to 1000 (administration). Default: 500. */
  order?: number
}

/** Routes outside `/v1`. */
export interface Mount<C = unknown, S = unknown> {
  /** Their prefix, such as `/dashboard`. A path of the core or of another plugin is refused at start. */
  path: string
  /**
   * Each route declares its access, like any other: `app.get('/', …)` is `/dashboard`, `app.get('/*', …)` all below.
   */
  routes(app: PluginApp, kit: Kit<C>, state: S): AnyElysia
  /** Whether pages of the origins that the operator allows may call them, as they may call `/v1`. */
  cors?: boolean
}

/**
 * A capability: its routes, schemas, prices, limits, tables, settings and Swagger tag. Its `index.ts` exports this by
 * default.
 */
export interface Plugin<C extends TSchema = TSchema, S = unknown> {
  /** Lower case. Also the name of its config entry, table prefix and key permission. */
  name: string
  /** Version of this contract, checked at load. */
  api: 1
  /** The tag of its routes in Swagger. */
  tag: Tag
  /** Further tags, for routes that name one of them in their `detail.tags`. */
  moreTags?: readonly Tag[]
  /** Key permissions that its routes require besides its name; an empty list if they require none of its own. */
  permissions?: readonly string[]
  /**
   * The schema of its settings, prices included, which are set in `weir.config.ts` under `config.<name>`. A field
   * with `env: 'WEIR_X'` is read from the environment too.
   */
  config?: C
  /** Rate-limit families, by plan. */
  limits?: Readonly<Record<string, PlanLimits>>
  /** Limits of a plan besides those of the core. */
  planFields?: readonly PlanField[]
  errors?: ErrorRules
  /**
   * Each runs once, in order, before the plugin starts. Table names begin with the plugin's name. Backups include all
   * tables, and a move to the other store includes those that exist in both: a table that exists in only one of them
   * must be recreated from the others.
   */
  migrations?: readonly Migration[]
  /** Services without which the server does not start; one that may have several providers needs at least one. */
  requires?: readonly AnyService[]
  /** Optional services. May be circular: scrape wants extract, and extract requires scrape. */
  wants?: readonly AnyService[]
  provides?: readonly AnyProvided[]
  /** Its kinds of jobs, each named `<plugin>.<verb>`. */
  jobs?: readonly AnyJob[]
  /**
   * Creates the plugin's state, once, after its migrations and after the plugins that it requires. The state is
   * passed to `provides`, `jobs`, `routes`, `mounts`, `start` and `close`.
   */
  setup?(kit: Kit<Static<C>>): S | Promise<S>
  /** Its routes below `/v1`. */
  routes?(app: PluginApp, kit: Kit<Static<C>>, state: S): AnyElysia
  /** Its routes elsewhere. */
  mounts?: readonly Mount<Static<C>, S>[]
  /** One of its routes outside `/v1`, to which browsers are redirected from the service's root address. */
  home?: string
  /**
   * Called for the plugin with the `home`, once, after a first start has created the administrator. Returns the path
   * where they begin, which the terminal prints. It may sign them in, by a short-lived one-time code in its fragment.
   */
  welcome?(kit: Kit<Static<C>>, state: S, administrator: Account): string | Promise<string>
  /** Commands that it adds to `weir`. */
  commands?: readonly PluginCommand<Static<C>>[]
  /** Checks of its settings that `weir doctor` runs. */
  checks?: readonly Check<Static<C>>[]
  /** Starts timers and subscriptions. */
  start?(kit: Kit<Static<C>>, state: S): void | Promise<void>
  /** Called after the `close` of all plugins that require it. */
  close?(kit: Kit<Static<C>>, state: S): Promise<void>
}
