import { BEFORE } from '../service.ts'

/** The dashboard's path. */
export const BASE = `${BEFORE}/dashboard`

/** The path of one of its pages: `to('/jobs')`. */
export const to = (path: string) => (path === '/' ? BASE : `${BASE}${path}`)
