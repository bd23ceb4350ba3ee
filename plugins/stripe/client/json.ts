import { isObject } from 'weirjs'

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
export const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The id of an object that may be expanded. */
export const idOf = (value: unknown): string | undefined => textOf(isObject(value) ? value.id : value)

/** Epoch milliseconds of epoch seconds. */
export const timeOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 ? value * 1000 : undefined
