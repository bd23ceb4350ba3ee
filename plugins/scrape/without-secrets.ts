import { isSafeAnywhere, type PageRequest } from 'weirjs'

/** A request without anything that might contain a secret, for URLs of another origin than the caller's. */
export const withoutSecrets = <R extends Partial<PageRequest>>(request: R): R => ({
  ...request,
  authentication: undefined,
  headers: request.headers && new Headers([...request.headers].filter(([name]) => isSafeAnywhere(name))),
  actions: undefined,
  executeJS: undefined,
})
