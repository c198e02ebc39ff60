import { accountRouter } from './account'
import { alertsRouter } from './alerts'
import { apiKeysRouter } from './api-keys'
import { auditLogRouter } from './audit-log'
import { bulkActionsRouter } from './bulk-actions'
import { contactImportsRouter } from './contact-imports'
import { contactOrganizationsRouter } from './contact-organizations'
import { contactPropertiesRouter } from './contact-properties'
import { contactsRouter } from './contacts'
import { digestsRouter } from './digests'
import { employeesRouter } from './employees'
import { entryRulesRouter } from './entry-rules'
import { linkDomainRouter } from './link-domain'
import { locationsRouter } from './locations'
import { mailEventsRouter } from './mail-events'
import { membersRouter } from './members'
import { operationsRouter } from './operations'
import { outboxRouter } from './outbox'
import { overviewRouter } from './overview'
import { replyTemplatesRouter } from './reply-templates'
import { responsesRouter } from './responses'
import { reviewSourcesRouter } from './review-sources'
import { reviewsRouter } from './reviews'
import { savedViewsRouter } from './saved-views'
import { searchRouter } from './search'
import { segmentsRouter } from './segments'
import { senderRouter } from './sender'
import { sendingDomainRouter } from './sending-domain'
import { sendingHealthRouter } from './sending-health'
import { sendingsRouter } from './sendings'
import { sequencesRouter } from './sequences'
import { settingsRouter } from './settings'
import { sharedResultsRouter } from './shared-results'
import { suppressionsRouter } from './suppressions'
import { surveyLinksRouter } from './survey-links'
import { surveyWidgetsRouter } from './survey-widgets'
import { surveysRouter } from './surveys'
import { testOrganizationsRouter } from './test-organizations'
import { triggerAddressesRouter } from './trigger-addresses'
import { router } from './trpc'
import { unreadRouter } from './unread'
import { webhookDashboardRouter } from './webhook-dashboard'
import { webhooksRouter } from './webhooks'

export const appRouter = router({
  account: accountRouter,
  alerts: alertsRouter,
  apiKeys: apiKeysRouter,
  auditLog: auditLogRouter,
  members: membersRouter,
  bulkActions: bulkActionsRouter,
  contactImports: contactImportsRouter,
  contactOrganizations: contactOrganizationsRouter,
  contacts: contactsRouter,
  contactProperties: contactPropertiesRouter,
  segments: segmentsRouter,
  digests: digestsRouter,
  employees: employeesRouter,
  locations: locationsRouter,
  mailEvents: mailEventsRouter,
  operations: operationsRouter,
  outbox: outboxRouter,
  overview: overviewRouter,
  replyTemplates: replyTemplatesRouter,
  sendingDomain: sendingDomainRouter,
  linkDomain: linkDomainRouter,
  responses: responsesRouter,
  reviews: reviewsRouter,
  reviewSources: reviewSourcesRouter,
  search: searchRouter,
  sendings: sendingsRouter,
  sender: senderRouter,
  sequences: sequencesRouter,
  entryRules: entryRulesRouter,
  testOrganizations: testOrganizationsRouter,
  triggerAddresses: triggerAddressesRouter,
  sendingHealth: sendingHealthRouter,
  settings: settingsRouter,
  suppressions: suppressionsRouter,
  surveys: surveysRouter,
  surveyLinks: surveyLinksRouter,
  surveyWidgets: surveyWidgetsRouter,
  sharedResults: sharedResultsRouter,
  views: savedViewsRouter,
  unread: unreadRouter,
  webhookConsole: webhookDashboardRouter,
  webhooks: webhooksRouter,
})

export type AppRouter = typeof appRouter
