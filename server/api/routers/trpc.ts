import { initTRPC, TRPCError } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import { type ActorContext, runAsActor, toActorSnapshot } from '../../actor-context'
import { runWithClockOffset } from '../../clock'
import { toUnavailableOrTimeoutError } from '../../database-errors'
import { AppError, type ErrorCode, Unauthenticated } from '../../errors'
import type { Locale } from '../../messages/locale'
import {
  createMissingScopeError,
  getClockOffsetMs,
  hasScope,
  type Principal,
  type RequiredScope,
  type Role,
} from '../../principal'
import type { RequestOrigin } from '../../security-events'
import { toAppError } from '../error-mapping'

export type ApiContext = {
  principal: Principal
  requestId: string
  locale?: Locale
  clientIpAddress?: string | null | undefined
  /** For operations with two success statuses: overrides the declared one. Absent outside HTTP. */
  setStatus?: (status: 200 | 201) => void
  /** The caller sends JSON, and accepts serialized JSON in place of an object. */
  acceptsRawJson?: boolean | undefined
}

/** `summary` and `description` (Markdown) are those of the operation in the OpenAPI document. */
export type ProcedureMeta = OpenApiMeta & {
  scope?: RequiredScope
  summary?: string
  description?: string
  /** Its success statuses; 201 unless only 200 is among them. */
  responses?: Partial<Record<200 | 201, string>>
  errors?: readonly ErrorCode[]
  /** Where bodies are larger than those of other operations. */
  maxBodyBytes?: number
}

const t = initTRPC
  .meta<ProcedureMeta>()
  .context<ApiContext>()
  .create({
    errorFormatter: ({ shape, error, ctx }) => {
      const localized = toAppError(error).localize(ctx?.locale ?? 'en')
      return { ...shape, message: localized.message, data: { ...shape.data, stack: undefined, error: localized } }
    },
  })

const TRPC_CODE_BY_STATUS: Record<number, TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
}

function toTrpcError(cause: AppError): TRPCError {
  return new TRPCError({
    code: TRPC_CODE_BY_STATUS[cause.status] ?? 'INTERNAL_SERVER_ERROR',
    message: cause.message,
    cause,
  })
}

/**
 * A procedure that requires a scope. The scope is checked before the input is parsed, so that 403 precedes 400. One
 * middleware for scope and errors, because each one copies the whole context per request.
 */
export function scopedProcedure(scope: RequiredScope) {
  return t.procedure.meta({ scope }).use(async ({ ctx, next }) => {
    if (!hasScope(ctx.principal, scope)) throw toTrpcError(createMissingScopeError(ctx.principal, scope))
    const { organizationId, actor } = ctx.principal
    const actorContext: ActorContext = { actor: toActorSnapshot(actor), origin: toRequestOrigin(ctx) }
    const result = await runAsActor(actorContext, () =>
      runWithClockOffset(getClockOffsetMs(ctx.principal, scope), () => next({ ctx: { organizationId } })),
    )
    if (result.ok) return result
    const appError =
      result.error.cause instanceof AppError ? result.error.cause : toUnavailableOrTimeoutError(result.error)
    if (appError) throw toTrpcError(appError)
    return result
  })
}

/** A {@link scopedProcedure} of a person: `ctx.user`. @throws {Unauthenticated} for an API key */
export function userProcedure(scope: RequiredScope) {
  return scopedProcedure(scope).use(({ ctx, next }) => next({ ctx: { user: requireUser(ctx.principal) } }))
}

export function requireUser({ actor }: Principal) {
  if (actor.type !== 'user') throw new Unauthenticated()
  return actor
}

/** The user's role. @throws {Forbidden} for a user without an organization. */
export function getRoleOrThrow(principal: Principal): Role {
  const { role } = requireUser(principal)
  if (role === null) throw createMissingScopeError(principal, 'dashboard:read')
  return role
}

export function toRequestOrigin({
  clientIpAddress,
  requestId,
}: Pick<ApiContext, 'clientIpAddress' | 'requestId'>): RequestOrigin {
  return { address: clientIpAddress ?? null, requestId }
}

export const router = t.router
export const createCallerFactory = t.createCallerFactory
