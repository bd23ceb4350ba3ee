import { ApiError, type Violation } from 'weirjs'

/** The refusal of actions that the schema does not take. Source: decisions 5.4. */
export const badAction = ({ path, message }: Violation) => {
  const [, index = '0', ...field] = path.split('.')
  const reason = `${field.join('.') || 'actions'} must be ${message}`
  return new ApiError('invalid_actions', `Action ${index}: ${reason}`, { index: Number(index), reason })
}
