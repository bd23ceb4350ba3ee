let library: Promise<typeof import('@modelcontextprotocol/server')> | undefined

/** The protocol's library: loaded on the first call, as it is slow to load and few servers need it. */
export const loadLibrary = () => {
  library ??= import('@modelcontextprotocol/server')
  return library
}
