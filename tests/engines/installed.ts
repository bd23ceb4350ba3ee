import { createEgress, type EngineDefinition, type Log } from 'weirjs'

const silent: Log = { info() {}, warn() {}, error() {}, with: () => silent }

/** Whether this machine has what an engine needs. If not, its tests are skipped and print one line about that. */
export async function installed(definition: EngineDefinition): Promise<boolean> {
  const egress = createEgress({ allow: '' })
  const state = (await definition.ready?.({ config: {}, log: silent, fetch: egress.fetch, proxy: egress.proxy })) ?? {
    ready: true,
  }
  await egress.close()
  if (!state.ready) console.log(`The tests of engine ${definition.name} are skipped: ${state.reason}. ${state.remedy}.`)
  return state.ready
}
