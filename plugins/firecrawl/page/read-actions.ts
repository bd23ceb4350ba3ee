import type { ScrapeBody } from '../../scrape/service.ts'
import type { Action } from '../schema/page-fields.ts'
import type { Warnings } from './warnings.ts'

type Step = NonNullable<ScrapeBody['actions']>[number]

/** The longest wait of one action, in milliseconds. */
const MAX_WAIT = 60_000

/** Weir's form of each action; undefined for one that Weir does not support. */
const table: { [T in Action['type']]: (action: Action, warnings: Warnings) => Omit<Step, 'type'> | undefined } = {
  wait: ({ selector, milliseconds: ms }) => ({ selector, ...(ms && { milliseconds: Math.min(ms, MAX_WAIT) }) }),
  click: ({ selector, all }) => ({ selector, ...(all && { all }) }),
  write: ({ text = '', selector }) => ({ text, selector }),
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

/** Converts actions to Weir's own. */
export function readActions(actions: readonly Action[], warnings: Warnings): Step[] {
  return actions.flatMap((action) => {
    const { type } = action
    const fields = table[type](action, warnings)
    if (!fields) warnings.add(`The action ${type} is not supported by this server and was left out`)
    const said = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)
    return fields ? [{ ...Object.fromEntries(said), type } as Step] : []
  })
}
