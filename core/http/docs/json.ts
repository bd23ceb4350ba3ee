// biome-ignore lint/suspicious/noExplicitAny: a document that is read and written by name
export type Json = { [name: string]: any }
