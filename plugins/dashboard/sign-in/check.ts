import type { Check } from 'weirjs'
import type { Config } from '../config.ts'

/** Checks sign-in with the identity provider: whether it would accept this client and its secret. */
export const signInCheck: Check<Config> = {
  name: 'sign-in of dashboard',
  async run({ config, operatorFetch }) {
    const { oidcIssuer: issuer, oidcClientId: id, oidcClientSecret: secret, oidcAudience } = config
    const isNot = (reason: string, remedy: string) => ({ ready: false, reason, remedy }) as const
    if (id === undefined)
      return {
        ...isNot('Users sign in by password', 'Set WEIR_OIDC_CLIENT_ID, for the identity provider'),
        configured: false,
      }
    if (issuer === undefined)
      return isNot('WEIR_OIDC_CLIENT_ID has no effect without WEIR_OIDC_ISSUER', 'Set WEIR_OIDC_ISSUER')
    if (oidcAudience !== id)
      return isNot('An ID token is issued to WEIR_OIDC_CLIENT_ID', 'Set WEIR_OIDC_AUDIENCE to the same')
    // Few operators have an identity provider, and its library is slow to load.
    const { tryClient } = await import('./try-client.ts')
    try {
      const refusal = await tryClient({ issuer, id, secret }, operatorFetch(issuer))
      if (refusal === undefined) return { ready: true, detail: `by ${new URL(issuer).host}` }
      return isNot(refusal, 'See WEIR_OIDC_CLIENT_ID and WEIR_OIDC_CLIENT_SECRET')
    } catch (error) {
      return isNot(error instanceof Error ? error.message : String(error), 'See WEIR_OIDC_ISSUER')
    }
  },
}
