/**
 * Takes `HTTP_PROXY`, `NO_PROXY` and their like out of the environment, and gives the names that were there. Runtimes
 * read them at each request: one would lead our requests elsewhere, and `NO_PROXY=*` switches off a proxy that was
 * asked for. To be called before anything is fetched; proxies are set by `WEIR_PROXIES` alone. Source: threats T13.
 */
export function scrubProxyEnvironment(): string[] {
  const names = Object.keys(process.env).filter((name) => /^(?:https?|ftp|wss?|all|no|socks)_proxy$/i.test(name))
  for (const name of names) delete process.env[name]
  return names
}
