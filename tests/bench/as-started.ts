/** The environment that `npm start` sets for the service: see core/boot.mjs. */
const ENGINE = {
  BUN_JSC_forceRAMSize: '671088640',
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: '1000000',
  MIMALLOC_PURGE_DELAY: '1000',
  MIMALLOC_PURGE_HOLES: '0',
}

/** The environment of a process that is measured under the conditions of the service. */
export const asStarted = { ...ENGINE, ...process.env }
export const isAsStarted = process.env.BUN_JSC_forceRAMSize !== undefined
