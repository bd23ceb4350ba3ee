/**
 * Removes `HTTP_PROXY`, `NO_PROXY` and the like from the environment, and returns the names that were set. Runtimes
 * read them at each request: one would redirect our requests, and `NO_PROXY=*` would disable a requested proxy. Must
 * be called before anything is fetched; only `WEIR_PROXIES` sets proxies. Source: threats T13.
 */
export function scrubProxyEnvironment(): string[] {
  const names = Object.keys(process.env).filter((name) => /^(?:https?|ftp|wss?|all|no|socks)_proxy$/i.test(name))
  for (const name of names) delete process.env[name]
  return names
}
