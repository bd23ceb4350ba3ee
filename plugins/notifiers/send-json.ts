import { type GuardedFetch, version } from 'weirjs'

/** The most bytes of a response that are read. */
const SMALL_ANSWER = 64 * 1024

/** Sends JSON to a notification service. Throws if it is not accepted; no message contains the address. */
export async function sendJson(
  fetch: GuardedFetch,
  url: string,
  { body, headers, signal }: { body: unknown; headers?: Record<string, string>; signal: AbortSignal },
): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': `Weir/${version}`, ...headers },
    body: JSON.stringify(body),
    maxRedirects: 0,
    maxBytes: SMALL_ANSWER,
    signal,
  })
  await answer.bytes()
  if (!answer.ok) throw new Error(`The service answered ${answer.status}`)
}
