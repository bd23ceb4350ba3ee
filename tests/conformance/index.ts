export * from './engine.ts'
export * from './store.ts'
