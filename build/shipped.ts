/** The parts of the checkout that are needed to run Weir, or to write a plugin or an engine for it. */
export const SHIPPED = [
  ...['core', 'plugins', 'engines', 'schemas'],
  ...['tests/conformance', 'tests/weir.ts', 'tests/store.ts', 'tests/postgres.ts', 'tests/passwords.ts'],
  'tests/ready-tables.ts',
]
