import type { MadeAdministrator } from '../auth/first-start.ts'

/** The lines that show the administrator of a new store, once; empty for an existing store. */
export function credentialLines(made: MadeAdministrator | undefined): string[] {
  if (!made) return []
  return [
    'A new store was made, with its administrator. What was generated is not shown again:',
    `  E-mail   ${made.email}`,
    ...(made.password ? [`  Password ${made.password}`] : []),
    ...(made.key ? [`  API key  ${made.key}`] : []),
    '',
  ]
}
