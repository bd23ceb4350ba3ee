import { BINS } from './boost.ts'

/** The values between the bins of a column, which divide a sample of it into equal shares. */
export const edgesOf = (sample: Float32Array): Float32Array => {
  const sorted = sample.slice().sort()
  const distinct: number[] = []
  for (const value of sorted) {
    if (distinct.length > 0 && value === distinct[distinct.length - 1]) continue
    distinct.push(value)
    if (distinct.length > BINS) break
  }
  const edges: number[] = []
  if (distinct.length <= BINS) {
    for (let i = 0; i + 1 < distinct.length; i++) edges.push((distinct[i]! + distinct[i + 1]!) / 2)
  } else {
    for (let i = 1; i < BINS; i++) {
      const value = sorted[Math.floor((i * sorted.length) / BINS)]!
      if (edges.length === 0 || value > edges[edges.length - 1]!) edges.push(value)
    }
  }
  return Float32Array.from(edges)
}

/** The bin of a value: the number of edges below it. */
export const binOf = (value: number, edges: Float32Array): number => {
  let low = 0
  let high = edges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (value <= edges[middle]!) high = middle
    else low = middle + 1
  }
  return low
}
