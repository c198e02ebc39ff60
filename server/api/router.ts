import { accountRouter } from './account-router'
import { apiKeysRouter } from './api-keys-router'
import { contactsRouter } from './contacts-router'
import { reviewsRouter } from './reviews-router'
import { settingsRouter } from './settings-router'
import { router } from './trpc'

/** Every operation of the product: REST, the dashboard and Server Components all come through here. */
export const appRouter = router({
  account: accountRouter,
  apiKeys: apiKeysRouter,
  contacts: contactsRouter,
  reviews: reviewsRouter,
  settings: settingsRouter,
})

export type AppRouter = typeof appRouter
