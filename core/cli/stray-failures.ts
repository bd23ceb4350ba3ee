import { describeError } from '../log.ts'

/**
 * Logs unhandled rejections and goes on: a promise abandoned by a library would otherwise end the process, and
 * everybody's work with it. One of the browser drivers does that when its pages close.
 */
export const outliveStrayFailures = (tell: (message: string, fields: { cause: string }) => void) =>
  process.on('unhandledRejection', (error) => tell('A failure was not handled', { cause: describeError(error) }))
