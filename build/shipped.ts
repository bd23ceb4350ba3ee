/** What of the checkout whoever runs Weir needs, or writes a plugin or an engine for it. */
export const SHIPPED = [
  ...['core', 'plugins', 'engines', 'schemas'],
  ...['tests/conformance', 'tests/weir.ts', 'tests/store.ts', 'tests/postgres.ts', 'tests/passwords.ts'],
]
