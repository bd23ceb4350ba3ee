import type { Kit } from 'weirjs'
import type { WebhookForm } from '../service.ts'

/** The parts of another API's format that are stored with a delivery, besides its body. */
export type OwnForm = Pick<WebhookForm, 'signature' | 'headers'>

export const sealForm = ({ sealer }: Pick<Kit, 'sealer'>, id: string, form: WebhookForm | undefined): string | null =>
  form ? sealer.seal(JSON.stringify({ signature: form.signature, headers: form.headers }), id) : null

export const openForm = ({ sealer }: Pick<Kit, 'sealer'>, id: string, sealed: string | null): OwnForm | undefined =>
  sealed === null ? undefined : JSON.parse(sealer.open(sealed, id))
