import type { Caller } from '../call.ts'
import type { Body, CallOptions, Query } from '../operations.ts'

/** Who asks: profile, logins and keys. */
export function account({ call }: Caller) {
  return {
    profile: (options?: CallOptions) => call('GET', '/v1/users/profile', options),
    updateProfile: (body: Body<'updateProfile'>, options?: CallOptions) =>
      call('PUT', '/v1/users/profile', { ...options, body }),
    /** Ends all sessions; the token of a new one is answered. */
    changePassword: (body: Body<'changePassword'>, options?: CallOptions) =>
      call('PUT', '/v1/account/password', { ...options, body }),
    /** A session token, which a client takes as its `key`. */
    login: (body: Body<'login'>, options?: CallOptions) => call('POST', '/v1/auth/login', { ...options, body }),
    /** The same for a token of the operator's identity provider. */
    loginWithOidc: (body: Body<'loginWithOidc'>, options?: CallOptions) =>
      call('POST', '/v1/auth/oidc', { ...options, body }),
    logout: (options?: CallOptions) => call('POST', '/v1/auth/logout', options),
    /** Whether the key of this client holds, and for what. */
    validate: (options?: CallOptions) => call('GET', '/v1/auth/validate', options),
    keys: (query?: Query<'listApiKeys'>, options?: CallOptions) =>
      call('GET', '/v1/auth/api-keys', { ...options, query }),
    createKey: (body: Body<'createApiKey'>, query?: Query<'createApiKey'>, options?: CallOptions) =>
      call('POST', '/v1/auth/api-keys', { ...options, query, body }),
    revokeKey: (keyId: string, query?: Query<'revokeApiKey'>, options?: CallOptions) =>
      call('DELETE', '/v1/auth/api-keys/{keyId}', { ...options, path: { keyId }, query }),
  }
}
