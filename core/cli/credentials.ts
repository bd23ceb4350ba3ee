import type { MadeAdministrator } from '../auth/first-start.ts'

/** The lines shown once about the administrator of a new store; empty if it existed already. */
export function credentialLines(made: MadeAdministrator | undefined): string[] {
  if (!made) return []
  return [
    'A new store was created, with its administrator. Generated values are not shown again:',
    `  E-mail   ${made.email}`,
    ...(made.password ? [`  Password ${made.password}`] : []),
    ...(made.key ? [`  API key  ${made.key}`] : []),
    '',
  ]
}
