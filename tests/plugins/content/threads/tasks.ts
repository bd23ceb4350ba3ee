/** What threads are given to do in the tests. */
export const double = (given: number): number => 2 * given
export const fail = (): never => {
  throw new RangeError('it does not work')
}
/** Never ends. */
export const hang = (): never => {
  for (;;);
}
