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
 * A call of this server's own API, by a path such as `/v1/scrape`, in the name of whoever sent the request `under`,
 * which a route of the plugin is answering: with the same credential and from the same address. So permissions,
 * limits, charges and the log are those of the route that it asks. It never throws: a refusal is an answer too.
 */
export type Ask = (under: Request, path: string, init?: RequestInit) => Promise<Response>

/** What the core hands a plugin; every field is a port. */
export interface Kit<C = unknown> {
  /** The plugin's own settings, defaults filled in. */
  config: C
  engines: Engines
  credits: Credits
  accounts: Accounts
  limits: Limits
  /** Who changed what: administrators read it, and changes that they should know of are written to it. */
  audit: Audit
  /** How the service is, for its operators. */
  health: HealthReports
  store: Store
  files: Files
  /**
   * Makes the plugin's own folder below the data directory, where it is missing, and gives its path. For what can be
   * made again: backups of the store leave it out.
   */
  folder(): string
  jobs: Jobs
  /** Messages that leave with a transaction, at least once. */
  outbox: Outbox
  /** Events of jobs over HTTP. */
  streams: JobStreams
  proxies: ProxyPool
  /** Names that one process at a time holds, of all that share the store. Begin them with the plugin's own. */
  leases: Leases
  clock: Clock
  /** Seals texts for the plugin's own tables: passwords, tokens. No other plugin can open them. */
  sealer: Sealer
  log: Log
  /**
   * The address of this service, without a slash at its end: what links begin with that are read elsewhere. Empty
   * where nobody knows it.
   */
  origin(): string
  /** This server's own API, for a plugin that gives it another form. */
  ask: Ask
  /** The guarded fetch: the only way to an address that a caller, a page or a tenant gave. */
  fetch: GuardedFetch
  /**
   * The way to a service whose address the operator configured, such as a model or a metasearch: its host may be
   * private. Bounded and checked like `fetch`; whatever that host leads to elsewhere is checked as any other address.
   * Throws a TypeError for what is no http or https URL.
   */
  operatorFetch(address: string): GuardedFetch
  /**
   * Whether `fetch` may go to an address, as it stands now, without asking its host: for one that is kept and fetched
   * later. Throws what `fetch` would: 400 `invalid_url`, 500 `timeout`.
   */
  checkAddress(url: URL | string, signal?: AbortSignal): Promise<void>
  /** Robots, sitemaps, and how fast hosts want to be asked. */
  politeness: Politeness
  /** What a plugin named in `requires` provides. */
  use<T>(service: Service<T>): T
  /** What a plugin named in `wants`, or in `requires`, provides, if it is there. */
  find<T>(service: Service<T>): T | undefined
  /** What plugins provide of a service named in `requires` or `wants` that may have several providers, in order. */
  all<T>(service: ProviderService<T>): readonly Provider<T>[]
}

/** A group of routes in Swagger. */
export interface Tag {
  name: string
  description: string
  /** Groups stand in this order, scrape's 10 first and administration's 1000 last; without it 500. */
  order?: number
}

/** Routes outside `/v1`. */
export interface Mount<C = unknown, S = unknown> {
  /** Such as `/dashboard`: where they stand. A path of the core or of another plugin is refused at start. */
  path: string
  /** Each route states its access, as any does: `app.get('/', …)` is `/dashboard`, `app.get('/*', …)` all below. */
  routes(app: PluginApp, kit: Kit<C>, state: S): AnyElysia
  /** Whether pages of other origins that the operator names may call them, as they may what is below `/v1`. */
  cors?: boolean
}

/**
 * A capability: its routes, schemas, prices, limits, tables, settings and Swagger tag. Its `index.ts` exports this by
 * default.
 */
export interface Plugin<C extends TSchema = TSchema, S = unknown> {
  /** Lower case. Names the config entry, the table prefix and the key permission. */
  name: string
  /** Version of this contract, checked at load. */
  api: 1
  /** The group of its routes in Swagger. */
  tag: Tag
  /** Further groups, for routes that name one of them in their `detail.tags`. */
  moreTags?: readonly Tag[]
  /** Key permissions that its routes ask for beside its name; an empty list where they ask for none of its own. */
  permissions?: readonly string[]
  /**
   * Its settings, set in `weir.config.ts` under `config.<name>`; the schema's defaults are the plugin's defaults, and
   * prices live here. A field with `env: 'WEIR_X'` is also read from the environment, and so known as a setting.
   */
  config?: C
  /** Rate-limit families, by plan. */
  limits?: Readonly<Record<string, PlanLimits>>
  /** Numbers that a plan allows, beside those of the core. */
  planFields?: readonly PlanField[]
  errors?: ErrorRules
  /**
   * Run once each, in order, before the plugin starts. Its tables begin with its name; backups have all of them, and
   * a move to the other store those that both have: what one of them alone has must be made again from the others.
   */
  migrations?: readonly Migration[]
  /** Refused at start when missing; of a service with several providers, when there is none. */
  requires?: readonly AnyService[]
  /** Optional. Needs no order: scrape wants extract, and extract requires scrape. */
  wants?: readonly AnyService[]
  provides?: readonly AnyProvided[]
  /** The kinds of jobs that it does, each called `<plugin>.<verb>`. */
  jobs?: readonly AnyJob[]
  /**
   * Makes the plugin's state, once, when its tables are there and what it requires is made. The state goes to all
   * that follows: `provides`, `jobs`, `routes`, `start` and `close`.
   */
  setup?(kit: Kit<Static<C>>): S | Promise<S>
  /** Its routes below `/v1`. */
  routes?(app: PluginApp, kit: Kit<Static<C>>, state: S): AnyElysia
  /** Its routes elsewhere. */
  mounts?: readonly Mount<Static<C>, S>[]
  /** One of its routes outside `/v1`: where a person is sent who opens the service's address in a browser. */
  home?: string
  /**
   * Asked of the plugin with the `home`, once, by the start that made the administrator: the path where they begin,
   * which the terminal prints. It may sign them in, by a code in its fragment that is good once and for a short time.
   */
  welcome?(kit: Kit<Static<C>>, state: S, administrator: Account): string | Promise<string>
  /** Commands that it adds to `weir`. */
  commands?: readonly PluginCommand<Static<C>>[]
  /** What `weir doctor` tries of that to which its settings lead. */
  checks?: readonly Check<Static<C>>[]
  /** Timers and subscriptions. */
  start?(kit: Kit<Static<C>>, state: S): void | Promise<void>
  /** After the plugins that require it. */
  close?(kit: Kit<Static<C>>, state: S): Promise<void>
}
