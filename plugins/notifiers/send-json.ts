import { type GuardedFetch, version } from 'weirjs'

/** Bytes of an answer that are read. */
const SMALL_ANSWER = 64 * 1024

/** Sends JSON to a service that tells people. Throws where it is not taken; no message holds the address. */
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
