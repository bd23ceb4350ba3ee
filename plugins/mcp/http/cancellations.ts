/** Calls that a client may cancel with a later request, as in the older revision of the protocol. */
export interface Cancellations {
  /** A signal that ends with the call, and a function to call when it is over. */
  begin(client: string, requestId: unknown): { signal: AbortSignal; over(): void }
  end(client: string, requestId: unknown): void
}

export function createCancellations(): Cancellations {
  const running = new Map<string, AbortController>()
  // 1 and "1" are different request ids.
  const keyOf = (client: string, requestId: unknown) => JSON.stringify([client, requestId])
  return {
    begin(client, requestId) {
      const key = keyOf(client, requestId)
      const controller = new AbortController()
      running.set(key, controller)
      const over = () => void (running.get(key) === controller && running.delete(key))
      return { signal: controller.signal, over }
    },
    end(client, requestId) {
      const key = keyOf(client, requestId)
      running.get(key)?.abort()
      running.delete(key)
    },
  }
}
