import { Elysia } from 'elysia'

/**
 * Records the routes of a server that starts meanwhile, including those that are not in its document:
 * `GET /v1/jobs/{jobId}`.
 */
export async function registeredRoutes<T>(start: () => Promise<T>): Promise<{ started: T; registered: string[] }> {
  const found = new Set<string>()
  const { use } = Elysia.prototype
  Elysia.prototype.use = function (this: Elysia, ...given: unknown[]) {
    for (const { method, path } of given[0] instanceof Elysia ? given[0].routes : [])
      found.add(`${method} ${path.replace(/:(\w+)\??/g, '{$1}').replace(/(?<=.)\/$/, '')}`)
    return Reflect.apply(use, this, given)
  } as typeof use
  try {
    return { started: await start(), registered: [...found] }
  } finally {
    Elysia.prototype.use = use
  }
}
