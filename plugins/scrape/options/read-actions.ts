import { type Action, ApiError, type Violation } from 'weirjs'
import type { Content } from '../../content/service.ts'
import type { ActionBody } from '../schema.ts'
import { isSelector } from './is-selector.ts'

const badAction = (index: number, reason: string) =>
  new ApiError('invalid_actions', `Action ${index}: ${reason}`, { index, reason })

/** The refusal of actions that violate the schema. Source: decisions 5.4. */
export const badActions = ({ path, message, schema, value }: Violation) => {
  const [, index, ...field] = path.split('.')
  if (index !== undefined) return badAction(Number(index), `${field.join('.') || 'it'} must be ${message}`)
  const reason = `actions must be ${message}`
  // With too many actions, the first excess one.
  const first = Array.isArray(value) ? (schema.maxItems ?? 0) : 0
  return new ApiError('invalid_actions', reason, { index: first, reason })
}

/**
 * The parameters of each action besides `type` and `description`, and the required ones. Source: decisions 5.4.
 */
const parameters: Readonly<Record<ActionBody['type'], { takes: readonly string[]; needs?: readonly string[] }>> = {
  click: { takes: ['selector', 'all'], needs: ['selector'] },
  input: { takes: ['selector', 'text', 'value'], needs: ['selector', 'text'] },
  write: { takes: ['selector', 'text', 'value'], needs: ['text'] },
  wait: { takes: ['milliseconds', 'selector'] },
  screenshot: { takes: [] },
  press: { takes: ['key', 'selector'], needs: ['key'] },
  scroll: { takes: ['direction', 'pixels', 'selector'] },
  hover: { takes: ['selector'], needs: ['selector'] },
  select: { takes: ['selector', 'value'], needs: ['selector', 'value'] },
  executeJavascript: { takes: ['value'], needs: ['value'] },
  scrape: { takes: [] },
}

/** Reads validated actions. Throws `invalid_actions` for errors that a schema cannot express. */
export function readActions(actions: readonly ActionBody[], check: Content['checkSelectors']): Action[] {
  return actions.map(({ description: _, type, ...rest }, index) => {
    const { takes, needs = [] } = parameters[type]
    const unknown = Object.keys(rest).find((name) => !takes.includes(name))
    if (unknown !== undefined) {
      const taken = takes.length === 0 ? 'no parameters' : takes.join(', ')
      throw badAction(index, `${type} does not take ${unknown.slice(0, 100)}; it takes ${taken}`)
    }
    // `input` accepts its text under either name.
    const action: Omit<ActionBody, 'type'> =
      type === 'input' || type === 'write' ? { ...rest, text: rest.text ?? rest.value } : rest
    const missing = needs.find((name) => action[name as keyof typeof action] === undefined)
    if (missing) throw badAction(index, `${type} needs ${missing}`)
    if (type === 'wait' && action.milliseconds === undefined && action.selector === undefined)
      throw badAction(index, 'wait needs milliseconds or selector')
    if (action.selector && !isSelector(action.selector, check))
      throw badAction(index, 'selector must be a CSS selector')
    return { ...action, type: type === 'write' ? 'input' : type }
  })
}
