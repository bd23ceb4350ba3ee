import type { Transport } from '../fetch/transport.ts'
import { bunTransport } from './bun-transport.ts'
import { nodeTransport } from './node-transport.ts'

/** The quickest transport of this runtime. */
export const chooseTransport = (): Transport => ('Bun' in globalThis ? bunTransport : nodeTransport)
