import 'server-only'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { v7 as uuidv7 } from 'uuid'
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
