import type { Caller } from '../call.ts'
import type { Body, CallOptions, Query } from '../operations.ts'

/** Your account: profile, logins and keys. */
export function account({ call }: Caller) {
  return {
    profile: (options?: CallOptions) => call('GET', '/v1/users/profile', options),
    updateProfile: (body: Body<'updateProfile'>, options?: CallOptions) =>
      call('PUT', '/v1/users/profile', { ...options, body }),
    /** Ends all sessions, and returns the token of a new one. */
    changePassword: (body: Body<'changePassword'>, options?: CallOptions) =>
      call('PUT', '/v1/account/password', { ...options, body }),
    /** Returns a session token, which a client accepts as its `key`. */
    login: (body: Body<'login'>, options?: CallOptions) => call('POST', '/v1/auth/login', { ...options, body }),
    /** The same with a token of the operator's identity provider. */
    loginWithOidc: (body: Body<'loginWithOidc'>, options?: CallOptions) =>
      call('POST', '/v1/auth/oidc', { ...options, body }),
    logout: (options?: CallOptions) => call('POST', '/v1/auth/logout', options),
    /** The permissions and limits of the client's key. Fails if it is not valid. */
    validate: (options?: CallOptions) => call('GET', '/v1/auth/validate', options),
    keys: (query?: Query<'listApiKeys'>, options?: CallOptions) =>
      call('GET', '/v1/auth/api-keys', { ...options, query }),
    createKey: (body: Body<'createApiKey'>, query?: Query<'createApiKey'>, options?: CallOptions) =>
      call('POST', '/v1/auth/api-keys', { ...options, query, body }),
    revokeKey: (keyId: string, query?: Query<'revokeApiKey'>, options?: CallOptions) =>
      call('DELETE', '/v1/auth/api-keys/{keyId}', { ...options, path: { keyId }, query }),
  }
}
