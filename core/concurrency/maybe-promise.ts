/**
 * A value, or a promise of it. Awaiting a value that is there already would cost a large part of a small request's
 * time.
 */
export type MaybePromise<T> = T | Promise<T>

/** Like `then`, but synchronous if the value is there already: what `use` throws is then thrown, not rejected. */
export const andThen = <T, R>(value: MaybePromise<T>, use: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(use) : use(value)
