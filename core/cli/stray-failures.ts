import { describeError } from '../log.ts'

/**
 * Tells of failures that nobody waits for and goes on: a promise that a library leaves alone would end the process,
 * and with it the work of everybody. One of the browsers' drivers does so as its pages close.
 */
export const outliveStrayFailures = (tell: (message: string, fields: { cause: string }) => void) =>
  process.on('unhandledRejection', (error) => tell('A failure was not handled', { cause: describeError(error) }))
