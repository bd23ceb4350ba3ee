import { createAdministrator, type MadeAdministrator } from '../auth/first-start.ts'
import type { Settings } from '../config.ts'
import type { Egress } from '../egress/egress.ts'
import type { Server } from '../http/server.ts'
import type { JobSystem } from '../jobs/index.ts'
import { replacePredecessor } from '../jobs/worker/predecessor.ts'
import { describeError, type Log } from '../log.ts'
import { watchMemoryKills } from '../metrics/memory-kills.ts'
import type { Sweeper } from '../store/sweeper.ts'
import { reachable } from '../url/reachable.ts'
import type { Closers } from './closers.ts'
import type { LinkBase } from './link-base.ts'
import type { openAccess } from './open-access.ts'
import type { openData } from './open-data.ts'
import { outlastOutage } from './outlast-outage.ts'

type Opened<T extends (...needs: never[]) => unknown> = Awaited<ReturnType<T>>

interface Parts extends Opened<typeof openData>, Opened<typeof openAccess> {
  settings: Settings
  dataDir: string
  server: Server
  jobSystem: JobSystem
  /** Stops the jobs, once. */
  stopJobs: () => Promise<void>
  sweepers: Pick<Sweeper, 'start' | 'close'>
  egress: Egress
  linkBase: LinkBase
  /** Whether the previous process is known to have crashed. */
  afterCrash: boolean
  log: Log
}

/** An open service, and how its process starts, announces and ends it. */
export class Weir {
  /** The credential of commands on this machine, which act as the administrator. */
  readonly localToken: string
  readonly server: Server
  readonly #parts: Parts
  readonly #closers: Closers
  #administrator: MadeAdministrator | undefined

  constructor(parts: Parts, closers: Closers) {
    this.localToken = parts.localToken
    this.server = parts.server
    this.#parts = parts
    this.#closers = closers
  }

  /** What the first start created; undefined if the store had users already. */
  get administrator(): MadeAdministrator | undefined {
    return this.#administrator
  }

  /** Creates the administrator of a store without users; called automatically unless `serves` was true. */
  async begin(): Promise<void> {
    const { accounts, keys, settings, log } = this.#parts
    const chosen = {
      email: settings.WEIR_ADMIN_EMAIL,
      password: settings.WEIR_ADMIN_PASSWORD,
      apiKey: settings.WEIR_ADMIN_API_KEY,
    }
    this.#administrator = await outlastOutage(() => createAdministrator(accounts, keys, chosen), log)
  }

  /** Starts to work on jobs; called automatically unless `works` was false. */
  async work(): Promise<void> {
    const { store, dataDir, jobSystem, sweepers, afterCrash, log } = this.#parts
    const memoryKills = await outlastOutage(() => watchMemoryKills(store, log), log)
    this.#closers.add(() => memoryKills.close())
    const predecessor = replacePredecessor(dataDir, jobSystem.workerId, log)
    const crashed = afterCrash || memoryKills.risen
    await outlastOutage(() => jobSystem.start({ crashed, predecessor }), log)
    sweepers.start()
    this.#closers.add(() => sweepers.close())
  }

  /**
   * The path to open first. After a first start it signs the administrator in, once and only for a short time, so it
   * must be shown only in the terminal.
   */
  async opening(): Promise<string> {
    const { accounts, server } = this.#parts
    const made = this.#administrator && (await accounts.users.byEmail(this.#administrator.email))
    return server.home(made)
  }

  /** Announces where the server listens, so that it never fetches itself and commands find it. */
  listening({ hostname, port }: { hostname: string; port: number }): void {
    const { egress, linkBase, lock } = this.#parts
    egress.serves({ host: hostname, port })
    const address = `http://${reachable(hostname)}:${port}`
    linkBase.listening(address)
    lock.publish(address, this.localToken)
  }

  /** Starts no more work, and ends streams; requests in progress continue until `close`. */
  stopping(): void {
    const { server, stopJobs, limits, log } = this.#parts
    server.stopping()
    stopJobs().catch((error) => log.error('The jobs did not stop', { cause: describeError(error) }))
    // The supervisor may lose patience with the requests in progress, and kill the process.
    limits.flush().catch((error) => log.warn('Counts could not be written yet', { cause: describeError(error) }))
  }

  close(): Promise<void> {
    return this.#closers.close()
  }
}
