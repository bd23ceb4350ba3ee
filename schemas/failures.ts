/** The `x-failures` for 501, for routes that need something that the operator may not have set up. */
export const notConfigured = {
  not_configured: 'The operator has not configured a required setting; `details` names it',
}

/** The `x-failures` for 503, for routes that cost nothing themselves but check what the engines can do. */
export const noEngine = {
  engine_unavailable: 'No enabled engine can do what the options ask for; `details` has the remedy',
}
