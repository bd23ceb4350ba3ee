import { ApiError } from 'weirjs'

/** The error for a request to this server's own archive while it is switched off. */
export const notKept = () =>
  new ApiError(
    'not_configured',
    'This server has no archive of its own: its operator enables it with WEIR_ARCHIVE=on',
    { setting: 'WEIR_ARCHIVE' },
  )
