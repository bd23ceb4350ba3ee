import { fillFromStructured } from '../../../../plugins/extract/structured/index.ts'
import { pageOf } from '../page.ts'

export const text = { type: 'string' }
export const number = { type: 'number' }
export const fill = async (html: string, properties: Record<string, unknown>, url?: string) =>
  fillFromStructured({ type: 'object', properties }, [await pageOf(html, url)])
export const filled = async (...given: Parameters<typeof fill>) =>
  JSON.parse(JSON.stringify((await fill(...given)).data))
