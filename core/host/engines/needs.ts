import type { Capability, EngineSupports, PageRequest } from '../../contracts/engine.ts'

/** The capabilities that a request needs, each with the parameter that needs it. */
export type Needs = Partial<Record<Capability, string>>

/** The capabilities that a request needs, by the parameter that needs each. */
export function needsOf(request: Partial<PageRequest>): Needs {
  const needs: Needs = {}
  const script = (['javascript', 'executeJS', 'waitForSelector'] as const).find((name) => request[name])
  if (script) needs.javascript = script
  if (request.actions?.length) needs.actions = 'actions'
  if (request.screenshot) needs.screenshot = 'screenshot'
  if (request.pdf) needs.pdf = 'pdf'
  if (request.stealth) needs.stealth = 'stealth'
  if (request.mobile && Object.keys(needs).length > 0) needs.mobile = 'mobile'
  if (request.proxy) needs.proxy = 'useProxy'
  return needs
}

/** The capabilities that are needed and not supported. */
export const lacking = (supports: EngineSupports, needs: Needs): Capability[] =>
  (Object.keys(needs) as Capability[]).filter((capability) => !supports[capability])

/** The words for each capability after "can" and "cannot". */
export const capabilityWords: Record<Capability, string> = {
  javascript: 'run script',
  actions: 'perform actions',
  screenshot: 'take screenshots',
  pdf: 'print PDF',
  stealth: 'pass for a visitor',
  mobile: 'act as a mobile device',
  proxy: 'use a proxy',
}
