import 'server-only'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { toAppError } from './failure'
import { appRouter } from './router'
import { getPrincipal } from './session'
import { createCallerFactory } from './trpc'

const createCaller = createCallerFactory(appRouter)

/** The procedures for Server Components, as the signed-in person, without HTTP. Asks who is not signed in to sign in. */
export const api = cache(async () => {
  const principal = await getPrincipal()
  if (!principal) redirect('/sign-in')
  return createCaller({ principal, requestId: uuidv7() })
})

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
