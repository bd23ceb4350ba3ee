import type { MadeAdministrator } from '../auth/first-start.ts'

/** What is said once of the administrator of a store that was just made; nothing where there was one. */
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
