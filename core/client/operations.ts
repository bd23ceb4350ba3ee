import type { components, operations, paths } from './openapi.ts'

/** A named schema of the document, such as `Schema<'ScrapedPage'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

type Json<Content> = Content extends { 'application/json': infer Body } ? Body : never
/** What may be left out may be undefined too: neither is sent. */
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
/** The body that an operation takes, by its id in the document. */
export type Body<Id extends OperationId> = BodyOf<operations[Id]>
/** The query that an operation takes. */
export type Query<Id extends OperationId> = QueryOf<operations[Id]>
/** What an operation answers with as JSON. */
export type Reply<Id extends OperationId> = ReplyOf<operations[Id]>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type OperationAt<M extends Method, P extends keyof paths> =
  paths[P] extends Record<Lowercase<M>, infer Operation> ? Operation : never
/** The paths of the document that have a method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: [OperationAt<M, P>] extends [{ responses: unknown }] ? P : never
}[keyof paths]
export type ReplyAt<M extends Method, P extends PathWith<M>> = ReplyOf<OperationAt<M, P>>

/** What is said besides what the operation takes. */
export interface CallOptions {
  /** Ends the call, and what waits for it; the promise rejects with its reason. */
  signal?: AbortSignal | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /**
   * Under which the service does a POST once, however often it is sent. Without it each call has one of its own,
   * which its repetitions share.
   */
  idempotencyKey?: string | undefined
}

type Given<Name extends string, Value> = [Value] extends [never] ? unknown : { [K in Name]: Value }
type Optional<Name extends string, Value> = [Value] extends [never] ? unknown : { [K in Name]?: Value | undefined }
/** What a request at a path of the document is made of. */
export type RequestAt<M extends Method, P extends PathWith<M>> = CallOptions &
  Given<'path', PathOf<OperationAt<M, P>>> &
  Optional<'query', QueryOf<OperationAt<M, P>>> &
  (OperationAt<M, P> extends { requestBody?: never }
    ? unknown
    : OperationAt<M, P> extends { requestBody: unknown }
      ? Given<'body', BodyOf<OperationAt<M, P>>>
      : Optional<'body', BodyOf<OperationAt<M, P>>>)
