import 'server-only'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { Account, MemberAccount } from '../auth/schema'
import { Forbidden } from '../errors'
import { sentence } from '../messages/sentence'
import { holdsScope, type RequiredScope } from '../principal'
import { toAppError } from './failure'
import { leadingTo, PATH_HEADER, returnPath } from './return-path'
import { appRouter } from './router'
import { getPrincipal } from './session'
import { createCallerFactory } from './trpc'

const createCaller = createCallerFactory(appRouter)

/**
 * The procedures for Server Components, as the signed-in person, without HTTP. Whoever is not signed in is
 * asked to, and comes back to the page that they asked for.
 * @param scope what the page asks for: to whoever does not hold it, there is no such page.
 */
export const api = cache(async (scope?: RequiredScope) => {
  const principal = await getPrincipal()
  if (!principal) redirect(leadingTo('/sign-in', returnPath((await headers()).get(PATH_HEADER))))
  if (scope !== undefined && !holdsScope(principal, scope)) notFound()
  return createCaller({ principal, requestId: uuidv7() })
})

/** Whether somebody belongs to an organization, and looks at it. */
export function isMember(account: Account): account is MemberAccount {
  return account.organization !== null && account.user.role !== null
}

/** Who is signed in, for a page of an organization. @throws {Forbidden} for somebody who belongs to none: they see another page. */
export async function inOrganization(reading: Promise<{ data: Account }>): Promise<{ data: MemberAccount }> {
  const { data } = await reading
  if (!isMember(data)) throw new Forbidden(sentence('session.noOrganization'))
  return { data }
}

/** What a page is about, or the page that says that there is no such thing: unknown, of another organization, no id at all. */
export async function found<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    const { code, details } = toAppError(error)
    if (code === 'NOT_FOUND' || (code === 'VALIDATION_ERROR' && details !== undefined && 'id' in details)) notFound()
    throw error
  }
}
