/** Parses a price, whatever separates its thousands and decimals. */
export const amountOf = (sum: string): number => {
  const last = Math.max(sum.lastIndexOf('.'), sum.lastIndexOf(','))
  const behind = sum.length - 1 - last
  const whole = last > 0 && (behind === 1 || behind === 2) ? sum.slice(0, last) : sum
  return Number(`${whole.replace(/[.,]/g, '')}.${sum.slice(whole.length + 1)}`)
}
