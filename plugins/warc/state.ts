import { createSweeper, type Kit, type Sweeper } from 'weirjs'
import { type CaptureStore, openCaptures } from './store/capture-store.ts'

/** Milliseconds before the first sweep, and between two sweeps. */
const FIRST = 120_000
const EVERY = 10 * 60_000
/** Captures that are deleted in one transaction. Other writers wait for it. */
const AT_ONCE = 100

/** The state of the plugin. */
export interface WarcState {
  captures: CaptureStore
  /** Deletes expired captures, also while the archive is switched off. */
  sweeper: Sweeper
}

export function setUp(kit: Kit): WarcState {
  const captures = openCaptures(kit)
  const { leases, log } = kit
  const sweep = async () => (await captures.removeExpired(AT_ONCE)) === AT_ONCE
  return { captures, sweeper: createSweeper({ what: 'Old captures', sweep, first: FIRST, every: EVERY, leases, log }) }
}
