export * from './metadata.ts'
export * from './page-options.ts'
