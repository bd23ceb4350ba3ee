import { openOidc } from '../auth/open-oidc.ts'
import type { Passwords } from '../auth/passwords.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { EngineDefinition } from '../contracts/engine.ts'
import { openBlobs } from '../files/blobs/open.ts'
import { openFiles } from '../files/files.ts'
import { createSweepers } from '../host/sweepers.ts'
import { createServer, type Server } from '../http/server.ts'
import { createJobs } from '../jobs/index.ts'
import { openQueue } from '../jobs/scheduling/open-queue.ts'
import { createLog, type Log } from '../log.ts'
import { createHealth } from '../metrics/health.ts'
import { createServiceMetrics } from '../metrics/service-metrics.ts'
import { createPoliteness } from '../politeness/politeness.ts'
import { createSealer } from '../secrets/sealer.ts'
import { deriveKey } from '../secrets/secret.ts'
import { makeTemporaryDir } from '../store/data-dir.ts'
import { Closers } from './closers.ts'
import { LinkBase } from './link-base.ts'
import { loadExtensions } from './load-extensions.ts'
import { openAccess } from './open-access.ts'
import { openData } from './open-data.ts'
import { openNetwork } from './open-network.ts'
import { outlastOutage } from './outlast-outage.ts'
import { Weir } from './weir.ts'

export type { Weir }

export interface OpenOptions {
  log?: Log
  /** Disables the log: a command has its own output. */
  quiet?: boolean
  /** Uses a temporary store that is deleted on close, for a command that keeps nothing. */
  temporary?: boolean
  /** The supervisor saw the previous process crash. Default: the system is asked. */
  afterCrash?: boolean
  /** False runs no jobs until `work` is called: a short command leaves them to the server. Default true. */
  works?: boolean
  /** Requests will follow `begin`: checks at once which engines are ready, so that the first need not wait. */
  serves?: boolean
  /** Default: the system's. Tests set the time. */
  clock?: Clock
  /** Default: hashing at full cost. Tests log in hundreds of times. */
  passwords?: Passwords
  /** Engines in addition to those that the settings name. */
  engines?: readonly EngineDefinition[]
}

/**
 * Opens everything that answers requests, except the listener. Throws SettingError for what the operator must fix,
 * and leaves nothing open in that case.
 */
export function openWeir(config: Config, options: OpenOptions = {}): Promise<Weir> {
  const { settings } = config
  const log = options.log ?? createLog(settings.WEIR_LOG, options.quiet ? () => {} : undefined)
  const open = () => tryToOpen(config, { ...options, log })
  const isShared = settings.WEIR_DATABASE_URL !== undefined && !options.temporary
  return isShared ? outlastOutage(open, log) : open()
}

type LoggedOptions = OpenOptions & { log: Log }

async function tryToOpen(config: Config, options: LoggedOptions): Promise<Weir> {
  const closers = new Closers()
  let dataDir = config.settings.WEIR_DATA_DIR
  if (options.temporary) {
    const temporary = await makeTemporaryDir()
    dataDir = temporary.dataDir
    closers.add(temporary.remove)
  }
  try {
    return await openIn(dataDir, config, options, closers)
  } catch (error) {
    // The reason it could not be opened says more than a failure to close.
    await closers.close().catch(() => {})
    throw error
  }
}

async function openIn(dataDir: string, config: Config, options: LoggedOptions, closers: Closers): Promise<Weir> {
  const { settings } = config
  const { log } = options
  const databaseUrl = options.temporary ? undefined : settings.WEIR_DATABASE_URL
  const metrics = createServiceMetrics(log)
  let opened: Server | undefined
  const listProviders = async () => (await opened?.listProviders()) ?? []

  // Errors in the settings alone are found before anything is opened.
  const oidc = await openOidc({ settings, log, clock: options.clock ?? systemClock })
  const { plugins, definitions, ...knownPlans } = await loadExtensions({
    config,
    engines: options.engines ?? [],
    listProviders,
    log,
  })

  const data = await openData({ dataDir, databaseUrl, settings, metrics, log, clock: options.clock }, closers)
  const { store, secret, clock } = data
  const metering = settings.WEIR_METERING === 'on'
  const access = await openAccess(
    { store, secret, plugins, ...knownPlans, metering, oidc, passwords: options.passwords, log, clock },
    closers,
  )
  const { audit, leases, credits, accounts, auth, keys, limits } = access
  const { egress, engines, proxies, operatorFetch } = openNetwork({ config, definitions, metrics, log, clock }, closers)
  if (options.serves) void engines.list()

  const linkBase = new LinkBase(settings.WEIR_PUBLIC_URL)
  const origin = () => linkBase.get()
  const retentionDays = settings.WEIR_RETENTION_DAYS
  const blobs = await openBlobs({ settings, dataDir, store, clock, log, leases })
  const files = openFiles({ store, blobs, secret, clock, retentionDays, origin })
  const health = createHealth({ store, blobs, engines, listProviders, dataDir, clock })
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
    // This process has locked the data directory, and so SQLite's file.
    alone: store.dialect === 'sqlite',
    queue: await openQueue({ store, databaseUrl, log }),
    leases,
    metrics,
  })
  let stopped: Promise<void> | undefined
  const stopJobs = () => {
    stopped ??= jobSystem.stop()
    return stopped
  }
  closers.add(stopJobs)
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
    operatorFetch,
    proxies,
    politeness: createPoliteness({
      fetch: egress.fetch,
      clock,
      log,
      leases,
      setHostPolicy: jobSystem.jobs.setHostPolicy,
    }),
    sealer: createSealer(deriveKey(secret, 'plugins')),
    origin,
  }
  const server = await createServer({
    config,
    plugins,
    dataDir,
    ports,
    jobSystem,
    auth,
    limits,
    permissions: keys.permissions,
    metrics,
    health,
    log,
  })
  opened = server
  closers.add(() => server.close())
  // Before the plugins that the jobs belong to.
  closers.add(stopJobs)
  const sweepers = createSweepers({ files, audit, auditDays: settings.WEIR_AUDIT_DAYS, store, clock, leases, log })
  const afterCrash = options.afterCrash ?? false
  const rest = { settings, dataDir, egress, linkBase, server, jobSystem, stopJobs, sweepers, afterCrash, log }
  const weir = new Weir({ ...data, ...access, ...rest }, closers)
  // After everything that can stop a start: generated credentials are shown only once.
  if (!options.serves) await weir.begin()
  if (options.works ?? true) await weir.work()
  return weir
}
