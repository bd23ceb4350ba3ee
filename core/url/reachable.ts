/** The host part of a URL for a listener, including one on all addresses of this machine. */
export const reachable = (hostname: string) => {
  if (hostname === '0.0.0.0') return '127.0.0.1'
  if (hostname === '::') return '[::1]'
  return hostname.includes(':') ? `[${hostname}]` : hostname
}
