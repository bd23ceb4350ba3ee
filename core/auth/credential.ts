import { unauthorized } from './refusals.ts'

/** The most characters of a token. Some issuers include long lists of groups. */
const MAX_TOKEN_LENGTH = 16_384

/** Whether the request has a credential. */
export const hasCredential = ({ headers }: Request) => headers.has('authorization') || headers.has('x-api-key')

/** The request's credential, from either of the two headers. Throws 401 `unauthorized`. Source: spec section 5. */
export function credentialOf(headers: Headers): string {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
  const credential = bearer ?? headers.get('x-api-key')?.trim() ?? ''
  if (credential === '') throw unauthorized('Send an API key, as `Authorization: Bearer <key>` or `X-API-Key: <key>`')
  if (credential.length > MAX_TOKEN_LENGTH) throw unauthorized('This API key is not valid')
  return credential
}

/** A JWT: three base64url parts. */
const TOKEN_FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** The refusal of a credential in no known form. For a mistyped key, logging in again would not help. */
export const wrongCredential = (credential: string) =>
  TOKEN_FORM.test(credential)
    ? 'This session token is not valid or has expired; log in again'
    : 'This is not an API key: one begins with wr_ and has 49 characters; check that it was copied whole'
