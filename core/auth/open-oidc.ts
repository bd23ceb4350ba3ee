import type { Clock } from '../clock.ts'
import { SettingError, type Settings } from '../config.ts'
import { createOperatorFetch } from '../fetch/operator-fetch.ts'
import type { Log } from '../log.ts'
import type { Oidc } from './oidc.ts'

export interface OpenOidcParts {
  settings: Settings
  log: Log
  clock: Clock
}

/**
 * Opens the operator's identity provider, if one is configured. Throws SettingError for one whose tokens would be
 * accepted for any audience.
 */
export async function openOidc({ settings, log, clock }: OpenOidcParts): Promise<Oidc | undefined> {
  const { WEIR_OIDC_ISSUER: issuer, WEIR_OIDC_AUDIENCE: audience } = settings
  if (issuer === undefined) {
    if (audience !== undefined) log.warn('WEIR_OIDC_AUDIENCE does nothing without WEIR_OIDC_ISSUER')
    return undefined
  }
  if (audience === undefined)
    throw new SettingError('WEIR_OIDC_ISSUER needs WEIR_OIDC_AUDIENCE, the audience of its tokens')
  const fetch = createOperatorFetch(issuer, { allow: settings.WEIR_EGRESS_ALLOW })
  const { createOidc } = await import('./oidc.ts')
  return createOidc({ issuer, audience, fetch, clock, log })
}
