// A namespace import: Node before 22.15 has no zstd, and could not load a module that names it.
import * as zlib from 'node:zlib'

const options = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } }

/** For runtimes without their own. */
export const zstd = (bytes: Uint8Array): Uint8Array => zlib.zstdCompressSync(bytes, options)
