import { createSweeper, type Kit, type Sweeper } from 'weirjs'
import { createContext, type MonitorsContext } from './context.ts'
import { createScheduler, type Scheduler } from './run/scheduler.ts'

/** The state of the plugin. */
export interface MonitorsState extends MonitorsContext {
  scheduler: Scheduler
  sweeper: Sweeper
}

export function setUp(kit: Kit): MonitorsState {
  const context = createContext(kit)
  const sweeper = createSweeper({
    what: 'Old runs of monitors',
    sweep: async () => (await context.runs.sweep(kit.clock.now())) > 0,
    first: 60_000,
    every: 15 * 60_000,
    leases: kit.leases,
    log: kit.log,
  })
  return { ...context, scheduler: createScheduler(kit, context), sweeper }
}
