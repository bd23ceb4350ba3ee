export * from './job.ts'
export * from './metadata.ts'
export * from './page-options.ts'
