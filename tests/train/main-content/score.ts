/** F1 of two bags of words, from 0 to 1; 1 if both are empty. */
export const wordF1 = (found: readonly number[], gold: readonly number[]): number => {
  if (found.length === 0 || gold.length === 0) return found.length === gold.length ? 1 : 0
  const left = new Map<number, number>()
  for (const word of gold) left.set(word, (left.get(word) ?? 0) + 1)
  let both = 0
  for (const word of found) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    both++
    left.set(word, count - 1)
  }
  return (2 * both) / (found.length + gold.length)
}
