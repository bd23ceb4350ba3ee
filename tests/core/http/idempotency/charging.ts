import { startWeir } from '../../../weir.ts'

/** A request for work that is charged for at once. */
export interface Sent {
  path: string
  body: object
  idempotencyKey?: string
}

/** A Weir with routes that charge before they answer. */
export async function openCharging(settings: Record<string, string> = {}) {
  const weir = await startWeir({ WEIR_PLUGINS: 'account,scrape,map', WEIR_ENGINES: 'lightweight', ...settings })
  return {
    ...weir,
    post: ({ path, body, idempotencyKey }: Sent, key: string) =>
      weir.post(path, body, {
        key,
        headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      }),
  }
}
