import { accountRouter } from './account-router'
import { alertsRouter } from './alerts-router'
import { apiKeysRouter } from './api-keys-router'
import { auditLogRouter } from './audit-log-router'
import { contactOrganizationsRouter } from './contact-organizations-router'
import { contactsRouter } from './contacts-router'
import { digestsRouter } from './digests-router'
import { employeesRouter } from './employees-router'
import { locationsRouter } from './locations-router'
import { membersRouter } from './members-router'
import { outboxRouter } from './outbox-router'
import { overviewRouter } from './overview-router'
import { replyTemplatesRouter } from './reply-templates-router'
import { responsesRouter } from './responses-router'
import { reviewSourcesRouter } from './review-sources-router'
import { reviewsRouter } from './reviews-router'
import { searchRouter } from './search-router'
import { sequencesRouter } from './sequences-router'
import { settingsRouter } from './settings-router'
import { surveysRouter } from './surveys-router'
import { router } from './trpc'
import { viewsRouter } from './views-router'
import { visitsRouter } from './visits-router'
import { webhookConsoleRouter } from './webhook-console-router'
import { webhooksRouter } from './webhooks-router'

export const appRouter = router({
  account: accountRouter,
  alerts: alertsRouter,
  apiKeys: apiKeysRouter,
  auditLog: auditLogRouter,
  members: membersRouter,
  contactOrganizations: contactOrganizationsRouter,
  contacts: contactsRouter,
  digests: digestsRouter,
  employees: employeesRouter,
  locations: locationsRouter,
  outbox: outboxRouter,
  overview: overviewRouter,
  replyTemplates: replyTemplatesRouter,
  responses: responsesRouter,
  reviews: reviewsRouter,
  reviewSources: reviewSourcesRouter,
  search: searchRouter,
  sequences: sequencesRouter,
  settings: settingsRouter,
  surveys: surveysRouter,
  views: viewsRouter,
  visits: visitsRouter,
  webhookConsole: webhookConsoleRouter,
  webhooks: webhooksRouter,
})

export type AppRouter = typeof appRouter
