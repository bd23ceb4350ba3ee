// As a whole: Node's before 22.15 has no zstd, and would not load a module that names it.
import * as zlib from 'node:zlib'

const options = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } }

/** Where the runtime has none of its own. */
export const zstd = (bytes: Uint8Array): Uint8Array => zlib.zstdCompressSync(bytes, options)
