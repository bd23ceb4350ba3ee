import type { Kit } from 'weirjs'

/**
 * Waits for the turn of a request at the page's host. False, at once, if the robots.txt of the page's own origin
 * disallows the page or cannot be read. Throws the signal's reason.
 */
export async function takeTurn(
  url: URL,
  { politeness }: Pick<Kit, 'politeness'>,
  signal: AbortSignal,
): Promise<boolean> {
  const robots = await politeness.robots(url, { signal })
  if (!robots.allows(url)) return false
  await politeness.applyCrawlDelay(url.host, robots)
  await politeness.waitForSlot(url.host, signal)
  return true
}
