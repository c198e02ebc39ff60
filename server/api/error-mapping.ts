import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { toUnavailableOrTimeoutError } from '../database-errors'
import { AppError, InternalError, NotFound, PayloadTooLarge, ValidationError } from '../errors'
import { log } from '../log'
import { localizableMessage } from '../messages/localizable-message'
import { toFieldErrors } from '../validation/field-errors'

/** Maps any thrown value to the error that the caller may see. Unexpected errors reveal nothing. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof z.ZodError) return new ValidationError(toFieldErrors(error))
  if (!(error instanceof TRPCError)) return toUnavailableOrTimeoutError(error) ?? new InternalError()
  if (error.cause instanceof AppError || error.cause instanceof z.ZodError) return toAppError(error.cause)
  switch (error.code) {
    case 'BAD_REQUEST':
    case 'PARSE_ERROR':
    case 'UNSUPPORTED_MEDIA_TYPE':
      return new ValidationError({ body: [localizableMessage('request.notAnObject')] })
    case 'NOT_FOUND':
      return new NotFound('procedure')
    case 'METHOD_NOT_SUPPORTED':
      return new AppError('METHOD_NOT_ALLOWED', localizableMessage('request.rpcMethod'))
    case 'PAYLOAD_TOO_LARGE':
      return new PayloadTooLarge(1_048_576)
    default:
      return toUnavailableOrTimeoutError(error) ?? new InternalError()
  }
}

export function logServerError(error: unknown, where: Record<string, unknown>): void {
  const { status } = toAppError(error)
  const err = error instanceof TRPCError ? (error.cause ?? error) : error
  if (status === 500) log.error({ err, ...where }, 'unexpected error')
  if (status === 503) log.warn({ err, ...where }, 'the database cannot be reached')
}
