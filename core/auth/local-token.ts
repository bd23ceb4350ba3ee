import { randomText } from './random-text.ts'

const PREFIX = 'wlocal_'

/**
 * The credential of commands on the server's own machine: generated at each start, and stored in a file of the data
 * directory that only its owner can read. Its holder acts as the oldest active administrator.
 */
export const generateLocalToken = () => `${PREFIX}${randomText(43)}`

export const isLocalTokenForm = (text: string) => text.startsWith(PREFIX)
