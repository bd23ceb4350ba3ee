/** Exported by the library without types; it includes the class of its sockets. */
declare module 'playwright-core/lib/utilsBundle' {
  const bundle: {
    ws: {
      prototype: { send(data: unknown, ...rest: unknown[]): void; emit(event: string, ...rest: unknown[]): boolean }
    }
  }
  export default bundle
}
