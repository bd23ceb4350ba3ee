export * from './engine.ts'
export * from './queue.ts'
export * from './store.ts'
