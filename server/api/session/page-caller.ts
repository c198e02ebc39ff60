import 'server-only'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { Account, MemberAccount } from '../../auth/schema'
import { Forbidden } from '../../errors'
import { sentence } from '../../messages/error-message'
import { holdsScope, type RequiredScope } from '../../principal'
import { toAppError } from '../error-mapping'
import { appRouter } from '../routers/app-router'
import { createCallerFactory } from '../routers/trpc'
import { leadingTo, PATH_HEADER, returnPath } from './return-path'
import { getPrincipal } from './session'

const createCaller = createCallerFactory(appRouter)

/**
 * Server-side tRPC caller for Server Components, as the signed-in user. Redirects to sign-in, and back to the current
 * page.
 * @param scope scope that the page needs; without it the page is a 404.
 */
export const api = cache(async (scope?: RequiredScope) => {
  const principal = await getPrincipal()
  if (!principal) redirect(leadingTo('/sign-in', returnPath((await headers()).get(PATH_HEADER))))
  if (scope !== undefined && !holdsScope(principal, scope)) notFound()
  return createCaller({ principal, requestId: uuidv7() })
})

export function isMember(account: Account): account is MemberAccount {
  return account.organization !== null && account.user.role !== null
}

/** Narrows the account to a member's. @throws {Forbidden} for a user without an organization, who gets another page. */
export async function inOrganization(pending: Promise<{ data: Account }>): Promise<{ data: MemberAccount }> {
  const { data } = await pending
  if (!isMember(data)) throw new Forbidden(sentence('session.noOrganization'))
  return { data }
}

/** Turns "not found" and an invalid `id` into the 404 page; rethrows other errors. */
export async function found<T>(pending: Promise<T>): Promise<T> {
  try {
    return await pending
  } catch (error) {
    const { code, details } = toAppError(error)
    if (code === 'NOT_FOUND' || (code === 'VALIDATION_ERROR' && details !== undefined && 'id' in details)) notFound()
    throw error
  }
}
