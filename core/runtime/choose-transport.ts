import type { Transport } from '../fetch/transport.ts'
import { bunTransport } from './bun-transport.ts'

const nodeTransport: Transport = async (request) => (await import('./node-transport.ts')).nodeTransport(request)

/** The fastest transport of this runtime. */
export const chooseTransport = (): Transport => ('Bun' in globalThis ? bunTransport : nodeTransport)
