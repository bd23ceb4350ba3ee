let library: Promise<typeof import('@modelcontextprotocol/server')> | undefined

/** The protocol's library: loaded at the first call, as it takes its time and few servers are asked for it. */
export const loadLibrary = () => {
  library ??= import('@modelcontextprotocol/server')
  return library
}
