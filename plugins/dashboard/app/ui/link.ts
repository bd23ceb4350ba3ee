import { BEFORE } from '../service.ts'

/** Where the dashboard stands. */
export const BASE = `${BEFORE}/dashboard`

/** The address of one of its pages: `to('/jobs')`. */
export const to = (path: string) => (path === '/' ? BASE : `${BASE}${path}`)
