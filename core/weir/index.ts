import { createAdministrator, type MadeAdministrator } from '../auth/first-start.ts'
import { openOidc } from '../auth/open-oidc.ts'
import type { Passwords } from '../auth/passwords.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { EngineDefinition } from '../contracts/engine.ts'
import { openBlobs } from '../files/blobs/open.ts'
import { openFiles } from '../files/files.ts'
import { createSweepers } from '../host/sweepers.ts'
import { linkOrigin } from '../http/forwarded-scheme.ts'
import { createServer, type Server } from '../http/server.ts'
import { createJobs } from '../jobs/index.ts'
import { openQueue } from '../jobs/scheduling/open-queue.ts'
import { takePlace } from '../jobs/worker/predecessor.ts'
import { createLog, describeError, type Log } from '../log.ts'
import { createHealth } from '../metrics/health.ts'
import { watchMemoryKills } from '../metrics/memory-kills.ts'
import { createServiceMetrics } from '../metrics/service-metrics.ts'
import { createPoliteness } from '../politeness/politeness.ts'
import { createSealer } from '../secrets/sealer.ts'
import { deriveKey } from '../secrets/secret.ts'
import { makeTemporaryDir } from '../store/data-dir.ts'
import { reachable } from '../url/reachable.ts'
import { Closers } from './closers.ts'
import { loadExtensions } from './load-extensions.ts'
import { openAccess } from './open-access.ts'
import { openData } from './open-data.ts'
import { openNetwork } from './open-network.ts'

export interface Weir {
  server: Server
  /** Creates the administrator of a store without users; called automatically unless `serves` is true. */
  begin(): Promise<void>
  /** The administrator that the first start created; undefined if the store had users. */
  readonly administrator: MadeAdministrator | undefined
  /**
   * The path for a person to open first. After a first start it logs the administrator in, once and for a short time,
   * so it must be shown only on the terminal.
   */
  opening(): Promise<string>
  /** The credential by which commands on this machine act as the administrator. */
  localToken: string
  /** Sets the server's address, so that the service never fetches itself and commands find it. */
  listening(at: { hostname: string; port: number }): void
  /** Starts running jobs; called automatically unless `works` is false. */
  work(): Promise<void>
  /** Starts no more work and ends streams; running requests go on until `close`. */
  stopping(): void
  close(): Promise<void>
}

export interface OpenOptions {
  log?: Log
  /** No log at all, for commands with their own output. */
  quiet?: boolean
  /** A temporary store, for a command that keeps nothing. */
  temporary?: boolean
  /**
   * Whether the supervisor saw the process before this one crash. Otherwise the system is asked whether memory ran
   * out.
   */
  afterCrash?: boolean
  /**
   * False runs no jobs until `work` is called: a command that sends one request leaves them to the server. Default
   * true.
   */
  works?: boolean
  /**
   * Whether requests will arrive after `begin`. Then checks at once which engines are ready, as the first request
   * would wait for it.
   */
  serves?: boolean
  /** Default: the system's clock. Tests set the time of day. */
  clock?: Clock
  /** Default: hashing at full cost. Tests log in hundreds of times. */
  passwords?: Passwords
  /** Engines in addition to those that the settings name. */
  engines?: readonly EngineDefinition[]
}

/**
 * Opens everything that answers requests, except the listener. Throws SettingError for what the operator has to
 * correct, and then leaves nothing open.
 */
export async function openWeir(config: Config, options: OpenOptions = {}): Promise<Weir> {
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
    // The original error says more than a failure to close.
    await closers.close().catch(() => {})
    throw error
  }
}

async function openIn(dataDir: string, config: Config, options: OpenOptions, closers: Closers): Promise<Weir> {
  const { settings } = config
  const log = options.log ?? createLog(settings.WEIR_LOG, options.quiet ? () => {} : undefined)
  const databaseUrl = options.temporary ? undefined : settings.WEIR_DATABASE_URL
  const clock = options.clock ?? systemClock
  const metrics = createServiceMetrics(log)
  let server: Server | undefined
  const listProviders = async () => (await server?.listProviders()) ?? []

  // Checks what only the settings can get wrong, before anything is opened.
  const oidc = await openOidc({ settings, log, clock })
  const { plugins, definitions, ...knownPlans } = await loadExtensions({
    config,
    engines: options.engines ?? [],
    listProviders,
    log,
  })

  const { lock, store, secret } = await openData({ dataDir, databaseUrl, settings, metrics, log, clock }, closers)
  const metering = settings.WEIR_METERING === 'on'
  const access = await openAccess(
    { store, secret, plugins, ...knownPlans, metering, oidc, passwords: options.passwords, log, clock },
    closers,
  )
  const { audit, leases, credits, accounts, auth, keys, limits, localToken } = access
  const { egress, engines, proxies, operatorFetch } = openNetwork({ config, definitions, metrics, log, clock }, closers)
  if (options.serves) void engines.list()

  // Without a listener there is no address, and links are paths.
  let origin = settings.WEIR_PUBLIC_URL
  const linksBegin = () => settings.WEIR_PUBLIC_URL ?? linkOrigin(origin ?? '')
  const retentionDays = settings.WEIR_RETENTION_DAYS
  const blobs = await openBlobs({ settings, dataDir, store, clock, log, leases })
  const files = openFiles({ store, blobs, secret, clock, retentionDays, origin: linksBegin })
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
    // With SQLite, this process has locked the data directory, and so the store.
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
  closers.add(stop)
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
    origin: linksBegin,
  }
  const opened = await createServer({
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
  server = opened
  closers.add(() => opened.close())
  // Added last, so that jobs stop before the plugins that run them close.
  closers.add(stop)
  let administrator: MadeAdministrator | undefined
  const begin = async () => {
    administrator = await createAdministrator(accounts, keys, {
      email: settings.WEIR_ADMIN_EMAIL,
      password: settings.WEIR_ADMIN_PASSWORD,
      apiKey: settings.WEIR_ADMIN_API_KEY,
    })
  }
  // After everything that may prevent a start: generated credentials are shown only once, and a failed start would
  // not show them.
  if (!options.serves) await begin()
  const sweepers = createSweepers({ files, audit, auditDays: settings.WEIR_AUDIT_DAYS, leases, log })
  const work = async () => {
    const memoryKills = await watchMemoryKills(store, log)
    closers.add(() => memoryKills.close())
    const predecessor = takePlace(dataDir, jobSystem.workerId, log)
    await jobSystem.start({ crashed: options.afterCrash || memoryKills.risen, predecessor })
    sweepers.start()
    closers.add(() => sweepers.close())
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
      // A stop may be followed by a kill while requests are still running.
      limits.flush().catch((error) => log.warn('Counts could not be written yet', { cause: describeError(error) }))
    },
    close: () => closers.close(),
  }
}
