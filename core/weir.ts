import { createAudit } from './audit/audit.ts'
import { createAccounts } from './auth/create-accounts.ts'
import { createAdministrator, type MadeAdministrator } from './auth/first-start.ts'
import { generateLocalToken } from './auth/local-token.ts'
import { openThrottle } from './auth/login/open-throttle.ts'
import { openOidc } from './auth/open-oidc.ts'
import type { Passwords } from './auth/passwords.ts'
import { type Clock, systemClock } from './clock.ts'
import { type Config, SettingError, unknownSettings } from './config.ts'
import type { EngineDefinition } from './contracts/engine.ts'
import type { Plugin } from './contracts/plugin.ts'
import { allowPlans, createCredits } from './credits/ledger.ts'
import { createEgress } from './egress/egress.ts'
import { createRefusalLog } from './egress-rules/log-refusals.ts'
import { createOperatorFetch } from './fetch/operator-fetch.ts'
import { openBlobs } from './files/blobs/open.ts'
import { openFiles } from './files/files.ts'
import { pluginCommands } from './host/commands.ts'
import { CORE, coreMigrations } from './host/core-migrations.ts'
import { createEngineRegistry } from './host/create-engine-registry.ts'
import { loadEngines, loadPlugins } from './host/load.ts'
import { readPlans } from './host/read-plans.ts'
import { createSweepers } from './host/sweepers.ts'
import { linkOrigin } from './http/forwarded-scheme.ts'
import { capabilities } from './http/own/capabilities.ts'
import { createServer, type Server } from './http/server.ts'
import { createJobs } from './jobs/index.ts'
import { openQueue } from './jobs/scheduling/open-queue.ts'
import { takePlace } from './jobs/worker/predecessor.ts'
import { openLeases } from './leases/open-leases.ts'
import { openLimitCounters } from './limits/counters.ts'
import { declaredLimits } from './limits/declared-limits.ts'
import { createLimits } from './limits/limits.ts'
import { createLog, describeError, type Log } from './log.ts'
import { createHealth } from './metrics/health.ts'
import { watchMemoryKills } from './metrics/memory-kills.ts'
import { addProxyMetrics, addStoreMetrics, createServiceMetrics } from './metrics/service-metrics.ts'
import { createPoliteness } from './politeness/politeness.ts'
import { createProxyPool } from './proxy/proxy-pool.ts'
import { createSealer } from './secrets/sealer.ts'
import { deriveKey } from './secrets/secret.ts'
import { secretOf } from './secrets/store-secret.ts'
import { isOpenToOthers, makeTemporaryDir } from './store/data-dir.ts'
import { openStore } from './store/index.ts'
import { lockDataDir } from './store/lock.ts'
import { reachable } from './url/reachable.ts'

export interface Weir {
  server: Server
  /** Makes the administrator of a store without users; called automatically unless `serves` was true. */
  begin(): Promise<void>
  /** What the first start made; undefined where the store had users. */
  readonly administrator: MadeAdministrator | undefined
  /**
   * The path where a person begins. After a first start it signs the administrator in, once and for a short time: for
   * the terminal alone.
   */
  opening(): Promise<string>
  /** What commands on this machine present as the administrator. */
  localToken: string
  /** Says where the server answers, so that it never fetches itself and commands find it. */
  listening(at: { hostname: string; port: number }): void
  /** Begins to work on jobs; called automatically unless `works` was false. */
  work(): Promise<void>
  /** Begins no more work, and ends streams; requests that are under way go on until `close`. */
  stopping(): void
  close(): Promise<void>
}

export interface OpenOptions {
  log?: Log
  /** No log at all: a command speaks for itself. */
  quiet?: boolean
  /** A store of its own that goes with it, for a command that keeps nothing. */
  temporary?: boolean
  /** The process before this one crashed, as their supervisor saw; without it the system's own word is asked. */
  afterCrash?: boolean
  /**
   * False does no jobs until `work` is called: a command that asks one thing leaves them to the server. Default true.
   */
  works?: boolean
  /**
   * Requests will come, once `begin` was called: finds out at once which engines are ready, as whoever asks first
   * would wait for it.
   */
  serves?: boolean
  /** Default: the system's. Tests set the time of day. */
  clock?: Clock
  /** Default: of the full cost. Tests sign in hundreds of times. */
  passwords?: Passwords
  /** Engines beside those that the settings name. */
  engines?: readonly EngineDefinition[]
}

/** Close what has been opened so far, in the order in which it was. */
type Closers = (() => unknown)[]

/** Closes all, the last first. A failure keeps nothing else from being closed; the first is thrown. */
async function closeAll(closers: Closers) {
  const failures: unknown[] = []
  for (const close of closers.toReversed()) {
    try {
      await close()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * Opens everything that answers requests, except the listener. Throws SettingError for what the operator has to mend,
 * and leaves nothing open then.
 */
export async function openWeir(config: Config, options: OpenOptions = {}): Promise<Weir> {
  const closers: Closers = []
  let dataDir = config.settings.WEIR_DATA_DIR
  if (options.temporary) {
    const temporary = await makeTemporaryDir()
    dataDir = temporary.dataDir
    closers.push(temporary.remove)
  }
  try {
    return await openIn(dataDir, config, options, closers)
  } catch (error) {
    // Why it could not be opened says more than what then failed to close.
    await closeAll(closers).catch(() => {})
    throw error
  }
}

/** Takes the data directory for this process alone. Throws SettingError where another has it. */
async function takeDataDir(dataDir: string, log: Log) {
  const lock = await lockDataDir(dataDir)
  if (!lock.held) {
    const at = lock.holder?.address ? ` (${lock.holder.address})` : ''
    throw new SettingError(
      `WEIR_DATA_DIR: ${dataDir} is in use by another Weir${at}; stop it, or choose another directory`,
    )
  }
  if (isOpenToOthers(dataDir))
    log.warn(`Others may look into WEIR_DATA_DIR, and its mode cannot be set: chmod 700 ${dataDir}`)
  return lock
}

async function openIn(dataDir: string, config: Config, options: OpenOptions, closers: Closers): Promise<Weir> {
  const { settings } = config
  const log = options.log ?? createLog(settings.WEIR_LOG, options.quiet ? () => {} : undefined)
  const databaseUrl = options.temporary ? undefined : settings.WEIR_DATABASE_URL
  const metering = settings.WEIR_METERING === 'on'
  const clock = options.clock ?? systemClock

  const oidc = await openOidc({ settings, log, clock })
  const loaded = await loadPlugins(config)
  let server: Server | undefined
  const listProviders = async () => (await server?.listProviders()) ?? []
  const plugins = [capabilities(loaded, listProviders), ...loaded]
  pluginCommands(loaded)
  const { plans, idleFamilies } = await readPlans(config, loaded)
  const definitions = [...(await loadEngines(config)), ...(options.engines ?? [])]
  for (const name of unknownSettings(config, [...loaded, ...definitions]))
    log.warn(`There is no setting ${name}, or its plugin is not loaded`)

  const lock = await takeDataDir(dataDir, log)
  closers.push(() => lock.release())
  const metrics = createServiceMetrics(log)
  const store = await openStore({ dataDir, databaseUrl, log, committed: metrics.committed })
  closers.push(() => store.close())
  addStoreMetrics(metrics.registry, store, clock)
  await store.migrate(CORE, coreMigrations).catch((error: Error) => {
    const where = databaseUrl ? 'WEIR_DATABASE_URL: the database' : `WEIR_DATA_DIR: ${dataDir}`
    throw new SettingError(`${where} cannot be brought up to date: ${error.message}`)
  })
  const secret = await secretOf(store, { given: settings.WEIR_SECRET, dataDir })

  const audit = createAudit({ store, clock })
  const leases = openLeases({ store, log })
  closers.push(() => leases.close())
  const credits = await createCredits({ store, log, clock, metering })
  closers.push(() => credits.close())
  await allowPlans(store, credits, plans)
  const localToken = generateLocalToken()
  const { accounts, auth, keys } = await createAccounts({
    store,
    credits,
    plans,
    log,
    audit,
    sessionKey: deriveKey(secret, 'sessions'),
    permissions: plugins.flatMap(permissionsOf),
    localToken,
    oidc,
    clock,
    throttle: openThrottle({ store, leases, clock }),
    passwords: options.passwords,
  })
  closers.push(() => accounts.close())
  const declared = declaredLimits(plugins)
  const limits = createLimits({
    ...(await openLimitCounters({ store, log, clock })),
    plans,
    declared,
    idle: idleFamilies,
    metering,
    clock,
  })
  closers.push(() => limits.close())

  const logRefusal = createRefusalLog(log)
  const egress = createEgress({
    allow: settings.WEIR_EGRESS_ALLOW,
    refused(destination) {
      metrics.refused()
      logRefusal(destination)
    },
  })
  closers.push(() => egress.close())
  const engines = createEngineRegistry(definitions, config, { egress, log, metrics, clock })
  closers.push(() => engines.close())
  if (options.serves) void engines.list()
  // Without a listener there is no address, and links are paths.
  let origin = settings.WEIR_PUBLIC_URL
  const linksBegin = () => settings.WEIR_PUBLIC_URL ?? linkOrigin(origin ?? '')
  const retentionDays = settings.WEIR_RETENTION_DAYS
  const blobs = await openBlobs({ settings, dataDir, store, clock, log, leases })
  const files = openFiles({ store, blobs, secret, clock, retentionDays, origin: linksBegin })
  const proxies = createProxyPool(settings.WEIR_PROXIES, { log })
  addProxyMetrics(metrics.registry, proxies)
  const health = createHealth({ store, blobs, engines, listProviders, dataDir, clock })
  const ports = {
    engines,
    credits,
    accounts,
    limits,
    leases,
    audit,
    health,
    store,
    files,
    clock,
    fetch: egress.fetch,
    checkAddress: egress.check,
    operatorFetch: (address: string) => createOperatorFetch(address, { allow: settings.WEIR_EGRESS_ALLOW }),
    proxies,
    sealer: createSealer(deriveKey(secret, 'plugins')),
    origin: linksBegin,
  }
  const jobSystem = createJobs({
    store,
    credits,
    accounts,
    files,
    clock,
    log,
    sealer: createSealer(deriveKey(secret, 'jobs')),
    concurrency: settings.WEIR_CONCURRENCY,
    retentionDays,
    // The data directory, and so SQLite's file, is locked by this process.
    alone: store.dialect === 'sqlite',
    queue: await openQueue({ store, databaseUrl, log }),
    leases,
    metrics,
  })
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= jobSystem.stop()
    return stopped
  }
  closers.push(stop)
  const politeness = createPoliteness({
    fetch: egress.fetch,
    clock,
    log,
    leases,
    setHostPolicy: jobSystem.jobs.setHostPolicy,
  })
  const opened = await createServer({
    config,
    plugins,
    dataDir,
    ports: { ...ports, politeness },
    jobSystem,
    auth,
    limits,
    permissions: keys.permissions,
    metrics,
    health,
    log,
  })
  server = opened
  closers.push(() => opened.close())
  // Before the plugins whose jobs they are.
  closers.push(stop)
  let administrator: MadeAdministrator | undefined
  const begin = async () => {
    administrator = await createAdministrator(accounts, keys, {
      email: settings.WEIR_ADMIN_EMAIL,
      password: settings.WEIR_ADMIN_PASSWORD,
      apiKey: settings.WEIR_ADMIN_API_KEY,
    })
  }
  // After all that can stop a start: what is generated is told once, and nobody would tell it.
  if (!options.serves) await begin()
  const sweepers = createSweepers({ files, audit, auditDays: settings.WEIR_AUDIT_DAYS, leases, log })
  const work = async () => {
    const memoryKills = await watchMemoryKills(store, log)
    closers.push(() => memoryKills.close())
    const predecessor = takePlace(dataDir, jobSystem.workerId, log)
    await jobSystem.start({ crashed: options.afterCrash || memoryKills.risen, predecessor })
    sweepers.start()
    closers.push(() => sweepers.close())
  }
  if (options.works ?? true) await work()

  return {
    server: opened,
    begin,
    get administrator() {
      return administrator
    },
    async opening() {
      const made = administrator && (await accounts.users.byEmail(administrator.email))
      return opened.home(made)
    },
    localToken,
    work,
    listening({ hostname, port }) {
      egress.serves({ host: hostname, port })
      const address = `http://${reachable(hostname)}:${port}`
      origin ??= address
      lock.publish(address, localToken)
    },
    stopping() {
      opened.stopping()
      stop().catch((error) => log.error('The jobs did not stop', { cause: describeError(error) }))
      // Whoever asked it to stop may lose patience with the requests that are under way.
      limits.flush().catch((error) => log.warn('Counts could not be written yet', { cause: describeError(error) }))
    },
    close: () => closeAll(closers),
  }
}

/** What keys may be permitted of a plugin. */
const permissionsOf = ({ name, permissions = [name] }: Plugin) =>
  permissions.length === 0 ? [] : [name, ...permissions]
