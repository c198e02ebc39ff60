import 'server-only'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { Account, AccountWithOrganization } from '../../auth/schema'
import { Forbidden } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import { hasScope, type RequiredScope } from '../../principal'
import { toAppError } from '../error-mapping'
import { appRouter } from '../routers/app-router'
import { createCallerFactory } from '../routers/trpc'
import { PATH_HEADER, sanitizeReturnPath, withReturnPath } from './return-path'
import { getPrincipal, negotiateRequestLocale } from './session'

const createCaller = createCallerFactory(appRouter)

/**
 * Server-side tRPC caller for Server Components, as the signed-in user and in their language. Redirects to sign-in, and back to the current
 * page.
 * @param scope scope that the page needs; without it the page is a 404.
 */
export const getPageCaller = cache(async (scope?: RequiredScope) => {
  const principal = await getPrincipal()
  if (!principal) redirect(withReturnPath('/sign-in', sanitizeReturnPath((await headers()).get(PATH_HEADER))))
  if (scope !== undefined && !hasScope(principal, scope)) notFound()
  return createCaller({ principal, requestId: uuidv7(), locale: negotiateRequestLocale(await headers()) })
})

export function isMemberAccount(account: Account): account is AccountWithOrganization {
  return account.organization !== null && account.user.role !== null
}

/** Narrows the account to a member's. @throws {Forbidden} for a user without an organization, who gets another page. */
export async function requireMemberAccount(
  pending: Promise<{ data: Account }>,
): Promise<{ data: AccountWithOrganization }> {
  const { data } = await pending
  if (!isMemberAccount(data)) throw new Forbidden(localizableMessage('session.noOrganization'))
  return { data }
}

/** Null if the record cannot be read: it may have been merged or deleted meanwhile. */
export async function dataOrNullOnError<T>(pending: Promise<{ data: T }>): Promise<T | null> {
  return pending.then(
    ({ data }) => data,
    () => null,
  )
}

/** Turns "not found" and an invalid `id` into the 404 page; rethrows other errors. */
export async function orNotFound<T>(pending: Promise<T>): Promise<T> {
  try {
    return await pending
  } catch (error) {
    const { code, details } = toAppError(error)
    if (code === 'NOT_FOUND' || (code === 'VALIDATION_ERROR' && details !== undefined && 'id' in details)) notFound()
    throw error
  }
}
