import { openOidc } from '../../auth/open-oidc.ts'
import { systemClock } from '../../clock.ts'
import type { Settings } from '../../config.ts'
import { createLog } from '../../log.ts'
import { type Finding, fails, works } from './finding.ts'

/** Whether the identity provider publishes what its tokens are verified with. */
export async function tryIssuer(settings: Settings): Promise<Finding[]> {
  const { WEIR_OIDC_ISSUER: issuer } = settings
  const what = 'identity provider'
  try {
    const oidc = await openOidc({ settings, clock: systemClock, log: createLog('text', () => {}) })
    if (!oidc) return []
    await oidc.probe()
    return [works(what, `${issuer} publishes its keys`)]
  } catch (error) {
    const { message, cause } = error as Error
    return [fails(what, cause instanceof Error ? `${cause.message}: see WEIR_OIDC_ISSUER` : message)]
  }
}
