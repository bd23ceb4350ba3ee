import { runtime } from './this-runtime.ts'

export { runtime }

export const collectGarbage = (): void => runtime.collectGarbage()
export const releaseMemory = (): void => runtime.releaseMemory()
export const zstd = (bytes: Uint8Array): Uint8Array => runtime.zstd(bytes)
