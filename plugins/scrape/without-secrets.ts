import { isSafeAnywhere, type PageRequest } from 'weirjs'

/** What an address of another origin than the caller's is asked for with: nothing that could tell a secret. */
export const withoutSecrets = <R extends Partial<PageRequest>>(request: R): R => ({
  ...request,
  authentication: undefined,
  headers: request.headers && new Headers([...request.headers].filter(([name]) => isSafeAnywhere(name))),
  actions: undefined,
  executeJS: undefined,
})
