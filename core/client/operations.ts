import type { components, operations, paths } from './openapi.ts'

/** A named schema of the API's document, such as `Schema<'ScrapedPage'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

type Json<Content> = Content extends { 'application/json': infer Body } ? Body : never
/** Optional fields may also be undefined, which sends nothing. */
type Loose<T> = { [K in keyof T]: Partial<Pick<T, K>> extends Pick<T, K> ? T[K] | undefined : T[K] }
type Content<Response> = Response extends { content: infer Body } ? Body : never
type BodyOf<Operation> = Operation extends { requestBody?: infer Request }
  ? Loose<Json<Content<NonNullable<Request>>>>
  : never
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? Loose<NonNullable<Query>> : never
type PathOf<Operation> = Operation extends { parameters: { path: infer Path } } ? Path : never
type ReplyOf<Operation> = Operation extends { responses: infer Responses }
  ? Json<Content<Responses[keyof Responses]>>
  : never

type OperationId = keyof operations
/** The request body of an operation, by the operation's id in the document. */
export type Body<Id extends OperationId> = BodyOf<operations[Id]>
/** The query of an operation. */
export type Query<Id extends OperationId> = QueryOf<operations[Id]>
/** The JSON response of an operation. */
export type Reply<Id extends OperationId> = ReplyOf<operations[Id]>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type OperationAt<M extends Method, P extends keyof paths> =
  paths[P] extends Record<Lowercase<M>, infer Operation> ? Operation : never
/** The paths of the document that have a method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: [OperationAt<M, P>] extends [{ responses: unknown }] ? P : never
}[keyof paths]
export type ReplyAt<M extends Method, P extends PathWith<M>> = ReplyOf<OperationAt<M, P>>

/** Options of a call, in addition to the operation's parameters. */
export interface CallOptions {
  /** Aborts the call, including retries; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /**
   * The service executes POSTs with the same key only once. Default: each call has its own key, which its retries
   * share.
   */
  idempotencyKey?: string | undefined
}

type Given<Name extends string, Value> = [Value] extends [never] ? unknown : { [K in Name]: Value }
type Optional<Name extends string, Value> = [Value] extends [never] ? unknown : { [K in Name]?: Value | undefined }
/** The request for a path and method of the document. */
export type RequestAt<M extends Method, P extends PathWith<M>> = CallOptions &
  Given<'path', PathOf<OperationAt<M, P>>> &
  Optional<'query', QueryOf<OperationAt<M, P>>> &
  (OperationAt<M, P> extends { requestBody?: never }
    ? unknown
    : OperationAt<M, P> extends { requestBody: unknown }
      ? Given<'body', BodyOf<OperationAt<M, P>>>
      : Optional<'body', BodyOf<OperationAt<M, P>>>)
