import { constants, zstdCompressSync } from 'node:zlib'

const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Where the runtime has none of its own. */
export const zstd = (bytes: Uint8Array): Uint8Array => zstdCompressSync(bytes, options)
