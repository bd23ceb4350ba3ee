import type { ScrapeBody } from '../../scrape/service.ts'
import type { Action } from '../schema/page-fields.ts'
import type { Warnings } from './warnings.ts'

type Step = NonNullable<ScrapeBody['actions']>[number]

/** Milliseconds that one step may wait. */
const MAX_WAIT = 60_000

/** What each step is here; undefined for one that there is none of. */
const table: { [T in Action['type']]: (action: Action, warnings: Warnings) => Omit<Step, 'type'> | undefined } = {
  wait: ({ selector, milliseconds: ms }) => ({ selector, ...(ms && { milliseconds: Math.min(ms, MAX_WAIT) }) }),
  click: ({ selector, all }) => ({ selector, ...(all && { all }) }),
  write: ({ text = '' }) => ({ text }),
  press: ({ key }) => ({ key }),
  scroll: ({ direction = 'down', selector }) => ({ direction, selector }),
  executeJavascript: ({ script = '' }) => ({ value: script }),
  scrape: () => ({}),
  screenshot({ fullPage }, warnings) {
    if (fullPage) warnings.ignore('fullPage of an action', 'it shows what the window does')
    return {}
  },
  pdf: () => undefined,
}

/** Steps on the page. */
export function readActions(actions: readonly Action[], warnings: Warnings): Step[] {
  return actions.flatMap((action) => {
    const { type } = action
    const fields = table[type](action, warnings)
    if (!fields) warnings.add(`The action ${type} is none of this server and was left out`)
    const said = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)
    return fields ? [{ ...Object.fromEntries(said), type } as Step] : []
  })
}
