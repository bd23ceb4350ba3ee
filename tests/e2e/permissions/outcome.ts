import type { Answer } from '../../weir.ts'

/** Unknown ids, in the form of each resource. */
export const unknownIds: Readonly<Record<string, string>> = {
  jobId: 'job_01900000-0000-7000-8000-000000000000',
  keyId: 'key_01900000-0000-7000-8000-000000000000',
  userId: 'usr_01900000-0000-7000-8000-000000000000',
  deliveryId: 'msg_01900000-0000-7000-8000-000000000000',
  fileId: 'file_01900000-0000-7000-8000-000000000000',
  monitorId: 'mon_01900000-0000-7000-8000-000000000000',
  sessionId: 'cs_01900000-0000-7000-8000-000000000000',
}
/** A path with these ids for its parameters, or with unknown ones by default. */
export const filled = (path: string, ids: Readonly<Record<string, string>>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? unknownIds[name] ?? name)

/** Whether a caller was let in, or the refusal, whichever format the family's errors have. */
export function outcome({ status, body }: Answer): string {
  if (status < 500 && status !== 401 && status !== 403) return 'in'
  const details = body?.error?.details ?? body?.details ?? body?.data
  const said = String(body?.error?.code ?? body?.details?.code ?? body?.code ?? body?.error).toLowerCase()
  const code = said === 'forbidden' ? 'insufficient_permissions' : said
  // A missing configuration is reported only after authentication.
  if (code === 'not_configured') return 'in'
  return [status, code, details?.reason].filter(Boolean).join(' ')
}
