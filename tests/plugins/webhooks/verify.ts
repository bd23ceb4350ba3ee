/**
 * What a receiver does, written from the documentation alone: checks whether a delivery has the secret's signature.
 */
export async function verify(secret: string, { headers, body }: { headers: Headers; body: Uint8Array }) {
  const hmac = async (key: Uint8Array, ...parts: Uint8Array[]) => {
    const made = await crypto.subtle.importKey('raw', new Uint8Array(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ])
    return new Uint8Array(await crypto.subtle.sign('HMAC', made, await new Blob(parts as BlobPart[]).arrayBuffer()))
  }
  const text = (value: string) => new TextEncoder().encode(value)
  const hex = [...(await hmac(text(secret), body))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const key = Uint8Array.from(atob(secret.replace('whsec_', '')), (char) => char.charCodeAt(0))
  const signed = text(`${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.`)
  const standard = `v1,${btoa(String.fromCharCode(...(await hmac(key, signed, body))))}`
  return {
    current: headers.get('x-webhook-signature') === `sha256=${hex}`,
    previous: headers.get('x-webhook-signature-previous') === `sha256=${hex}`,
    standard: headers.get('webhook-signature')?.split(' ').includes(standard) ?? false,
  }
}
