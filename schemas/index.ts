export * from './fields.ts'
export * from './job.ts'
export * from './metadata.ts'
export * from './page-options.ts'
