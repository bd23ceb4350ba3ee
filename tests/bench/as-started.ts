/** What `npm start` sets for the service: see core/boot.mjs. */
const HEAP = { BUN_JSC_forceRAMSize: '671088640' }

/** The environment of a process that is to be measured as the service runs. */
export const asStarted = { ...HEAP, ...process.env }
export const isAsStarted = process.env.BUN_JSC_forceRAMSize !== undefined
