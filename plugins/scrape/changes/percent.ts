/** A share in percent, with two decimals. Any change at all is more than 0. */
export const percentOf = (share: number) => (share === 0 ? 0 : Math.max(0.01, Math.round(share * 10_000) / 100))
