import { ApiError } from 'weirjs'

/** The refusal of who asks for this server's own archive while nothing is kept. */
export const notKept = () =>
  new ApiError(
    'not_configured',
    'This server keeps no archive of its own: its operator switches that on with WEIR_ARCHIVE=on',
    { setting: 'WEIR_ARCHIVE' },
  )
