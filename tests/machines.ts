import { createDatabase } from './postgres.ts'
import { type Running, startWeir } from './weir.ts'

/** Several services on one Postgres, each with its own data directory, as on several machines. */
export async function startMachines(
  count: number,
  settings: Record<string, string> = {},
  options: Parameters<typeof startWeir>[2] = {},
): Promise<Running[]> {
  const shared = {
    WEIR_DATABASE_URL: await createDatabase(),
    WEIR_SECRET: 'a secret that all machines know of',
    WEIR_ADMIN_API_KEY: `wr_${'1'.repeat(5)}_${'2'.repeat(40)}`,
    ...settings,
  }
  const machines: Running[] = []
  // The first one creates the administrator.
  for (let i = 0; i < count; i++) machines.push(await startWeir(shared, undefined, options))
  return machines
}
