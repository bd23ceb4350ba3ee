let library: Promise<typeof import('@modelcontextprotocol/server')> | undefined

/** The protocol's library, loaded at the first call: it takes a while to load, and few servers need it. */
export const loadLibrary = () => {
  library ??= import('@modelcontextprotocol/server')
  return library
}
