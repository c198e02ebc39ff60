import { contactsRouter } from './contacts-router'
import { router } from './trpc'

/** Every operation of the product: REST, the dashboard and Server Components all come through here. */
export const appRouter = router({
  contacts: contactsRouter,
})

export type AppRouter = typeof appRouter
