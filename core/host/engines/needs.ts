import type { Capability, EngineSupports, PageRequest } from '../../contracts/engine.ts'

/** What a request asks of an engine, and which of its parameters asks. */
export type Needs = Partial<Record<Capability, string>>

/** Which capabilities a request needs, by the parameter that asks for each. */
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

/** What is asked for and not supported. */
export const lacking = (supports: EngineSupports, needs: Needs): Capability[] =>
  (Object.keys(needs) as Capability[]).filter((capability) => !supports[capability])

/** What an engine can do, after "can" and "cannot". */
export const capabilityWords: Record<Capability, string> = {
  javascript: 'run script',
  actions: 'perform actions',
  screenshot: 'take screenshots',
  pdf: 'print PDF',
  stealth: 'pass for a visitor',
  mobile: 'act as a mobile device',
  proxy: 'use a proxy',
}
