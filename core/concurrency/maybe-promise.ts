/**
 * What is there at once, or comes later. To await what is there costs more than most of what a small request does
 * with it.
 */
export type MaybePromise<T> = T | Promise<T>

/** Goes on with a value: at once where it is there. What `use` throws then is thrown, not rejected. */
export const andThen = <T, R>(value: MaybePromise<T>, use: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(use) : use(value)
