import { CHANNELS, present as presentAlertRule } from '../alerts/rules'
import { listApiKeys } from '../api-keys/keys'
import { readAuditEvents } from '../audit/list'
import { listTags } from '../cases/tags'
import { present as presentContact } from '../contacts/contacts'
import { db } from '../db'
import { listMembers } from '../members/members'
import { getOrganization } from '../organizations/organizations'
import { getReviewLinks } from '../organizations/review-links'
import { present as presentCompany } from '../records/contact-organizations'
import { present as presentEmployee } from '../records/employees'
import { present as presentLocation } from '../records/locations'
import { listTemplates } from '../reply-templates/reply-templates'
import { presentResponse } from '../responses/responses'
import { listSources } from '../reviews/connections/sources'
import { presentReview } from '../reviews/reviews'
import { presentDetail } from '../sequences/sequences'
import { presentSurvey } from '../surveys/surveys'
import { present as presentSubscription } from '../webhooks/subscriptions/subscriptions'
import {
  presentExportedCase,
  presentExportedEvent,
  presentExportedNote,
  presentExportedReply,
  presentExportedSending,
} from './exported-records'

/*
 * Contents of an export. Records have the fields of the API. Secrets are omitted, because the file may be passed on; so are derived totals,
 * request and delivery logs, and sent emails.
 */

const AT_ONCE = 1000

type Page = { organizationId: string; after: string; take: number }
type Rows = AsyncIterable<object>

export const EXPORTED: Record<string, (organizationId: string) => Rows> = {
  organization: (organizationId) => once(async () => [await getOrganization(organizationId)]),
  members: (organizationId) => once(() => listMembers(organizationId)),
  locations: all((page) => db.location.findMany(next(page, { removedAt: null })), presentLocation),
  employees: all((page) => db.employee.findMany(next(page, { removedAt: null })), presentEmployee),
  'contact-organizations': all(
    (page) => db.contactOrganization.findMany(next(page, { removedAt: null })),
    presentCompany,
  ),
  contacts: all((page) => db.contact.findMany(next(page)), presentContact),
  surveys: all(
    (page) => db.survey.findMany(next(page)),
    ({ deletedAt, ...row }) => ({
      ...presentSurvey({ deletedAt, ...row }),
      deletedAt: deletedAt?.toISOString() ?? null,
    }),
  ),
  sequences: all(
    (page) => db.sequence.findMany({ ...next(page), include: { steps: { orderBy: { position: 'asc' } } } }),
    presentDetail,
  ),
  sendings: all(
    (page) => db.sending.findMany({ ...next(page), include: { steps: { orderBy: { position: 'asc' } } } }),
    presentExportedSending,
  ),
  responses: all((page) => db.response.findMany(next(page)), presentResponse),
  cases: all((page) => {
    const { where, ...rest } = next(page)
    const taken = { OR: [{ caseState: { not: null } }, { taggings: { some: {} } }] }
    return db.response.findMany({ ...rest, where: { ...where, ...taken }, include: { taggings: true } })
  }, presentExportedCase),
  notes: all((page) => db.responseNote.findMany(next(page)), presentExportedNote),
  replies: all((page) => db.responseReply.findMany(next(page)), presentExportedReply),
  timeline: all((page) => db.responseEvent.findMany(next(page)), presentExportedEvent),
  tags: (organizationId) => once(() => listTags(organizationId)),
  reviews: all(
    (page) => db.review.findMany(next(page)),
    ({ locationId, ...row }) => ({
      ...presentReview({ locationId, ...row }),
      locationId,
    }),
  ),
  'review-sources': (organizationId) => once(() => listSources(organizationId)),
  'review-links': (organizationId) => once(async () => [await getReviewLinks(organizationId)]),
  'reply-templates': (organizationId) => once(() => listTemplates(organizationId)),
  'alert-rules': all((page) => db.alertRule.findMany({ ...next(page), include: CHANNELS }), presentAlertRule),
  webhooks: all((page) => db.webhookSubscription.findMany(next(page)), presentSubscription),
  'api-keys': (organizationId) => once(() => listApiKeys(organizationId)),
  'audit-log': (organizationId) => readAuditEvents(organizationId, {}),
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

function all<Row extends { id: string }>(readPage: (page: Page) => Promise<Row[]>, present: (row: Row) => object) {
  return async function* (organizationId: string): AsyncGenerator<object> {
    for (let after = BEFORE_ALL; ; ) {
      const rows = await readPage({ organizationId, after, take: AT_ONCE })
      for (const row of rows) yield present(row)
      after = rows.at(-1)?.id ?? after
      if (rows.length < AT_ONCE) return
    }
  }
}

function next({ organizationId, after, take }: Page, where: { removedAt?: null } = {}) {
  return { where: { organizationId, id: { gt: after }, ...where }, orderBy: { id: 'asc' as const }, take }
}

async function* once(read: () => Promise<readonly object[]>): AsyncGenerator<object> {
  yield* await read()
}
