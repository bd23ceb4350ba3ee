/** Collects the numbers of a block, one after another. */
export class Row {
  readonly #numbers: Float32Array
  length = 0

  constructor(numbers: Float32Array) {
    this.#numbers = numbers
  }

  put(value: number): void {
    this.#numbers[this.length++] = value
  }

  putAll(values: Float32Array): void {
    for (let i = 0; i < values.length; i++) this.#numbers[this.length++] = values[i]!
  }
}
