import type { GuardedFetch } from '../../../core/contracts/fetch.ts'
import { createEgressRules, type EgressRulesOptions } from '../../../core/egress-rules/egress-rules.ts'
import type { Resolve } from '../../../core/egress-rules/resolve.ts'
import { ApiError } from '../../../core/errors.ts'
import { createGuardedFetch } from '../../../core/fetch/guarded-fetch.ts'
import type { Transport } from '../../../core/fetch/transport.ts'
import { bunTransport } from '../../../core/runtime/bun-transport.ts'
import { nodeTransport } from '../../../core/runtime/node-transport.ts'

/** Both transports, so that the tests of one runtime cover all. */
export const transports: readonly [name: string, transport: Transport][] = [
  ["Bun's fetch", bunTransport],
  ['node:http', nodeTransport],
]

export interface OpenFetchOptions extends EgressRulesOptions {
  transport?: Transport
  resolve?: Resolve
}

/** A guarded fetch that may go to loopback by default. */
export const openFetch = ({ allow = '127.0.0.0/8', own, ...options }: OpenFetchOptions = {}): GuardedFetch =>
  createGuardedFetch({ rules: createEgressRules({ allow, own }), ...options })

export interface Failure {
  status: number
  code: string
  reason?: unknown
}

/** A summary of the ApiError that a promise rejects with; any other outcome is thrown. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await rejection(promise)
  if (!(error instanceof ApiError)) throw error
  const { status, code, details } = error
  return details.reason === undefined ? { status, code } : { status, code, reason: details.reason }
}

/** The error that a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('error' in outcome) return outcome.error
  throw new Error(`it did not fail, but gave ${Bun.inspect(outcome.value).slice(0, 200)}`)
}

/** Waits until a condition holds, for at most twenty seconds. */
export async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 20_000
  while (!holds() && performance.now() < end) await Bun.sleep(5)
  if (!holds()) throw new Error(`it did not come to hold: ${holds}`)
}
