import { type Static, t } from 'weirjs'

/** The issuer and the audience of its tokens are settings of the core, which verifies them. */
export const Config = t.Object({
  oidcIssuer: t.Optional(t.String({ env: 'WEIR_OIDC_ISSUER', description: 'The OpenID Connect issuer' })),
  oidcClientId: t.Optional(
    t.String({
      env: 'WEIR_OIDC_CLIENT_ID',
      description: 'With it the dashboard offers to sign in by the issuer; WEIR_OIDC_AUDIENCE must be the same',
    }),
  ),
  oidcClientSecret: t.Optional(
    t.String({ env: 'WEIR_OIDC_CLIENT_SECRET', description: 'Of a confidential client; a public one has none' }),
  ),
  oidcAudience: t.Optional(t.String({ env: 'WEIR_OIDC_AUDIENCE', description: 'Whom tokens must be issued to' })),
})
export type Config = Static<typeof Config>
