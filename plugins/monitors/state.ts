import type { Kit } from 'weirjs'
import { createContext, type MonitorsContext } from './context.ts'
import { createScheduler, type Scheduler } from './run/scheduler.ts'
import { createSweeper, type Sweeper } from './store/sweeper.ts'

/** What the routes and the timers of this plugin share. */
export interface MonitorsState extends MonitorsContext {
  scheduler: Scheduler
  sweeper: Sweeper
}

export function setUp(kit: Kit): MonitorsState {
  const context = createContext(kit)
  return { ...context, scheduler: createScheduler(kit, context), sweeper: createSweeper(context.runs, kit) }
}
