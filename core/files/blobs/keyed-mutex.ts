/** Runs work for one key at a time, in the order in which it came; work for other keys goes on meanwhile. */
export function createKeyedMutex(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, done)
    const leave = () => {
      if (last.get(key) === done) last.delete(key)
    }
    done.then(leave, leave)
    return done
  }
}
