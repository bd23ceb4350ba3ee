import { type Account, ApiError, type Kit, type Millicredits } from 'weirjs'
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
  open(row: Stored): MonitorOptions
  /** The settings for the runs of a monitor. */
  settings(row: Stored): Settings
  /** The maximum price of a run. */
  price(row: Stored): Millicredits
  /** An active account; undefined for any other. */
  account(id: string): Promise<Account | undefined>
}

export function createContext(kit: Kit): MonitorsContext {
  const { store, clock, sealer, accounts } = kit
  const pages = kit.use(scraper)
  const open: MonitorsContext['open'] = ({ id, options }) => JSON.parse(sealer.open(options, id)) as MonitorOptions
  const settings: MonitorsContext['settings'] = (row) => readSettings(open(row), pages)
  return {
    monitors: new MonitorTable(store, clock),
    runs: new RunTable(kit),
    scraper: pages,
    content: kit.use(content),
    notifiers: nameNotifiers(kit),
    seal: (id, options) => sealer.seal(JSON.stringify(options), id),
    open,
    settings,
    price: (row) => pages.estimate(settings(row).page),
    async account(id) {
      const user = await accounts.users.get(id)
      return user?.status === 'active' ? user : undefined
    },
  }
}

/** The refusal of more monitors than the plan allows. */
export const tooMany = (maximum: number, plan: string) =>
  new ApiError('invalid_request', `The ${plan} plan allows at most ${maximum} monitors; delete one first`, {
    maximum,
  })
