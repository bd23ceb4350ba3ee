import { type Account, ApiError, isApiError, type Kit, type Millicredits } from 'weirjs'
import { type Content, content } from '../content/service.ts'
import { type Scraper, scraper } from '../scrape/service.ts'
import { type NamedNotifiers, nameNotifiers } from './options/notifications.ts'
import { readSettings, type Settings } from './options/options.ts'
import type { MonitorOptions } from './schema.ts'
import { MonitorTable } from './store/monitors.ts'
import { RunTable } from './store/runs.ts'
import type { MonitorRow } from './store/tables.ts'

type Stored = Pick<MonitorRow, 'id' | 'options'>

/** What all parts of this plugin share. */
export interface MonitorsContext {
  monitors: MonitorTable
  runs: RunTable
  scraper: Scraper
  content: Content
  notifiers: NamedNotifiers
  /** Encrypts the options of a monitor for the store. */
  seal(id: string, options: MonitorOptions): string
  /** The options of a monitor; undefined if they were encrypted with a secret that the server no longer has. */
  open(row: Stored): MonitorOptions | undefined
  /** The settings for the runs of a monitor. Throws 400 if its options cannot be read, or are no longer valid. */
  settings(row: Stored): Settings
  /** The maximum price of a run. Nothing without settings, as the run then fails. */
  price(row: Stored): Millicredits
  /** An active account; undefined for any other. */
  account(id: string): Promise<Account | undefined>
}

export function createContext(kit: Kit): MonitorsContext {
  const { store, clock, sealer, accounts } = kit
  const pages = kit.use(scraper)
  const open: MonitorsContext['open'] = ({ id, options }) => {
    let text: string
    try {
      text = sealer.open(options, id)
    } catch {
      return undefined
    }
    return JSON.parse(text) as MonitorOptions
  }
  const settings: MonitorsContext['settings'] = (row) => {
    const options = open(row)
    if (!options) throw unreadable(row.id)
    return readSettings(options, pages)
  }
  return {
    monitors: new MonitorTable(store, clock),
    runs: new RunTable(kit),
    scraper: pages,
    content: kit.use(content),
    notifiers: nameNotifiers(kit),
    seal: (id, options) => sealer.seal(JSON.stringify(options), id),
    open,
    settings,
    price(row) {
      try {
        return pages.estimate(settings(row).page)
      } catch (error) {
        if (isApiError(error)) return 0
        throw error
      }
    },
    async account(id) {
      const user = await accounts.users.get(id)
      return user?.status === 'active' ? user : undefined
    },
  }
}

const unreadable = (monitorId: string) =>
  new ApiError(
    'invalid_options',
    'The options of this monitor cannot be read, because the server has lost the secret that encrypts them: set them again',
    { monitorId },
  )

/** The refusal of more monitors than the plan allows. */
export const tooMany = (maximum: number, plan: string) =>
  new ApiError('invalid_request', `The ${plan} plan allows at most ${maximum} monitors; delete one first`, {
    maximum,
  })
