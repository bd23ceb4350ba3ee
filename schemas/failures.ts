/** The `x-failures` for 501, for routes that need something that the operator may not have set up. */
export const notConfigured = {
  not_configured: 'The operator has not configured a required setting; `details` names it',
}
