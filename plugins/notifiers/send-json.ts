import { type GuardedFetch, version } from 'weirjs'

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
    // The content of a response is ignored. If reading it failed, a message that was accepted would be sent again.
    maxBytes: Number.MAX_SAFE_INTEGER,
    signal,
  })
  await answer.body?.cancel().catch(() => {})
  if (!answer.ok) throw new Error(`The service answered ${answer.status}`)
}
