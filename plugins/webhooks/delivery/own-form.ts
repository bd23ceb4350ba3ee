import type { Kit } from 'weirjs'
import type { WebhookForm } from '../service.ts'

/** What of a form is kept with a delivery, beside its body. */
export type OwnForm = Pick<WebhookForm, 'signature' | 'headers'>

export const sealForm = ({ sealer }: Pick<Kit, 'sealer'>, id: string, form: WebhookForm | undefined): string | null =>
  form ? sealer.seal(JSON.stringify({ signature: form.signature, headers: form.headers }), id) : null

export const openForm = ({ sealer }: Pick<Kit, 'sealer'>, id: string, sealed: string | null): OwnForm | undefined =>
  sealed === null ? undefined : JSON.parse(sealer.open(sealed, id))
