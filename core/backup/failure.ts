/** Why something cannot be copied, in one line for the operator. */
export class CopyFailure extends Error {
  override readonly name: string = 'CopyFailure'
}
