import type { Check } from 'weirjs'
import type { NotifiersConfig } from '../config.ts'
import { openMailServer } from './mail-server.ts'

/** Checks whether the mail server greets us and accepts our password. Sends no mail. */
export const emailCheck: Check<NotifiersConfig> = {
  name: 'monitors.notifiers email',
  async run({ config: { smtpUrl } }, signal) {
    if (smtpUrl === undefined)
      return { ready: false, configured: false, reason: 'No mail server is configured', remedy: 'Set WEIR_SMTP_URL' }
    try {
      await openMailServer(smtpUrl).greet(signal)
      return { ready: true, detail: `the mail server ${new URL(smtpUrl).host}` }
    } catch (error) {
      const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
      return { ready: false, reason: reason.replace(/\.$/, ''), remedy: 'See WEIR_SMTP_URL' }
    }
  },
}
