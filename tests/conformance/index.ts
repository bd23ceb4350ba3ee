export { type Answer, type CallOptions, type Running, startWeir } from '../weir.ts'
export * from './engine.ts'
export * from './queue.ts'
export * from './store.ts'
