import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Whether a connection or datagram from this port of the machine was sent by this process. */
export function isOurs(protocol: 'tcp' | 'udp', port: number): boolean {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const inodes = ['', '6'].flatMap((version) =>
    readFileSync(`/proc/net/${protocol}${version}`, 'latin1')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local = '']) => local.endsWith(wanted))
      .map((fields) => `socket:[${fields[9]}]`),
  )
  return readdirSync('/proc/self/fd').some((fd) => {
    try {
      return inodes.includes(readlinkSync(`/proc/self/fd/${fd}`))
    } catch {
      // The descriptor of this very listing, closed by now.
      return false
    }
  })
}
