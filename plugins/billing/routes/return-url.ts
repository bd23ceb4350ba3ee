import { ApiError, type Kit } from 'weirjs'
import type { BillingConfig } from '../config.ts'

/** The URL to which the provider sends customers back. Throws 501 if this service does not know its own address. */
export function returnUrl({ config, origin }: Kit<BillingConfig>): string {
  if (config.returnUrl !== undefined) return config.returnUrl
  const base = origin()
  if (base === '') {
    const message = 'This server does not know the URL that customers return to: set WEIR_PUBLIC_URL'
    throw new ApiError('not_configured', message, { setting: 'WEIR_PUBLIC_URL' })
  }
  return `${base}/dashboard/billing`
}
