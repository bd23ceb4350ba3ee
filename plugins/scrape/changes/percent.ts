/** A share in percent, to hundredths; what changed at all is not nothing. */
export const percentOf = (share: number) => (share === 0 ? 0 : Math.max(0.01, Math.round(share * 10_000) / 100))
