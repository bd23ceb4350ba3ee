import { ApiError, isApiError, type Kit } from 'weirjs'

/** Throws 400 with the name of the field if its address may not be contacted. */
export async function checkTarget({ checkAddress }: Pick<Kit, 'checkAddress'>, url: string, name: string) {
  await checkAddress(url).catch((error: unknown) => {
    if (!isApiError(error)) throw error
    const parameter = `options.notifications.${name}`
    const { reason } = error.details
    const message = `${parameter} cannot be used: ${error.message}`
    throw new ApiError('invalid_request', message, { parameter, reason }, { cause: error })
  })
}
