import { describeError } from '../log.ts'

/**
 * Reports unhandled rejections without ending the process: one promise that a library neglects would end the work of
 * everybody. One of the browser drivers leaves such promises when its pages close.
 */
export const outliveStrayFailures = (tell: (message: string, fields: { cause: string }) => void) =>
  process.on('unhandledRejection', (error) => tell('A failure was not handled', { cause: describeError(error) }))
