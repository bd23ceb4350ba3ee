import { randomText } from './random-text.ts'

const PREFIX = 'wlocal_'

/**
 * What commands on the server's own machine present: made again at each start, kept in a file of the data directory
 * that only its owner can read. Whoever holds it acts as the oldest active administrator.
 */
export const generateLocalToken = () => `${PREFIX}${randomText(43)}`

export const isLocalTokenForm = (text: string) => text.startsWith(PREFIX)
