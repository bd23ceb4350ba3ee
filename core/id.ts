let last = 0
let counter = 0

/**
 * A prefixed UUIDv7, such as `job_01900000-0000-7000-8000-000000000000`. The ids of one process sort in the order of
 * their creation: the 12 bits after the version count up within a millisecond. Source: decisions 1.4, RFC 9562
 * section 6.2.
 */
export function newId(prefix: string, now = Date.now()): string {
  if (now > last) {
    last = now
    counter = 0
  } else if (++counter > 0xfff) {
    last++
    counter = 0
  }
  const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')
  const time = hex(last, 12)
  // The last two groups, the variant and 62 random bits, are the same in a version 4 UUID.
  const tail = crypto.randomUUID().slice(19)
  return `${prefix}_${time.slice(0, 8)}-${time.slice(8)}-7${hex(counter, 3)}-${tail}`
}

/** Whether a text has the form of an id, so that nothing else reaches the store or a path. */
export const isId = (prefix: string, text: string) =>
  text.startsWith(`${prefix}_`) &&
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text.slice(prefix.length + 1))
