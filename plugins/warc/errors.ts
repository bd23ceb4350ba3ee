import { ApiError } from 'weirjs'

/** The error for a request to this server's own archive while it is switched off. */
export const notKept = () =>
  new ApiError(
    'not_configured',
    'This server keeps no archive of its own: its operator switches that on with WEIR_ARCHIVE=on',
    { setting: 'WEIR_ARCHIVE' },
  )
