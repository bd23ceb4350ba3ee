/** A moment as 14 digits in UTC, `YYYYMMDDHHMMSS`. */
export const toTimestamp = (time: number) => new Date(time).toISOString().replace(/\D/g, '').slice(0, 14)

/** The first millisecond of the second that 14 digits name. */
export const fromTimestamp = (timestamp: string) =>
  Date.parse(timestamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'))
