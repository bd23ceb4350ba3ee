/**
 * Measures the overhead of the API (goal P1): GET /v1/auth/validate, with key and limit, against the same route in
 * plain Elysia, in alternating rounds. Usage: bun tests/bench/api.ts [rounds]
 */
import { Elysia } from 'elysia'
import { startWeir } from '../weir.ts'
import { compare } from './beside-bare.ts'

const weir = await startWeir({ WEIR_PLANS: JSON.stringify({ enterprise: { callsPerMinute: null } }) })
const path = '/v1/auth/validate'
const reply = (await weir.get(path)).body
await compare({
  name: `GET ${path}`,
  request: `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${weir.adminKey}\r\n\r\n`,
  weir,
  bare: new Elysia().get(path, () => reply),
  rounds: Number(process.argv[2] ?? 5),
  goal: 0.5,
})
await weir.close()
process.exit(0)
