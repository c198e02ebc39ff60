import type { ContactJob, Prisma, ResponseReply } from '@/prisma/generated/client'
import { INCLUDE_CHANNELS, presentAlertRule } from '../alerts/rules'
import { listApiKeys } from '../api-keys/api-keys'
import { streamAuditEvents } from '../audit/list-audit-events'
import { presentCase } from '../cases/case-filters'
import { presentNote } from '../cases/notes'
import { presentReply } from '../cases/replies/present-reply'
import { listResponseTags } from '../cases/response-tags'
import { presentResponseEvent } from '../cases/timeline'
import { castJob } from '../contact-jobs/contact-job'
import { loadContactProperties } from '../contact-properties/contact-properties'
import { presentContact } from '../contacts/contacts'
import { presentContactNote } from '../contacts/timeline/contact-notes'
import { presentContactEvent } from '../contacts/timeline/record-contact-events'
import { db } from '../db'
import { castImportJob } from '../imports/contacts/import-spec'
import { getLinkDomainSettings } from '../link-domains/link-domains'
import { presentContactOrganization as presentCompany } from '../master-data/contact-organizations'
import { presentEmployee } from '../master-data/employees'
import { presentLocation } from '../master-data/locations'
import { listMembers } from '../members/members'
import { presentMessageEvent } from '../message-events/present-message-event'
import { castReason } from '../messaging/outcome/reasons'
import { getOrganization } from '../organizations/organizations'
import { getReviewLinkSettings } from '../organizations/review-links'
import { listReplyTemplates } from '../reply-templates/reply-templates'
import { presentResponse } from '../responses/responses'
import { listSources } from '../reviews/connections/manage-review-sources'
import { presentReview } from '../reviews/reviews'
import { getSenderSettings } from '../sender-profile/sender-profile'
import { getSendingDomainSettings } from '../sending-domains/sending-domains'
import { presentSequenceDetail } from '../sequences/sequences'
import { presentSurvey } from '../surveys/surveys'
import { presentExportedVersion } from '../surveys/versions/survey-versions'
import { presentSubscription } from '../webhooks/subscriptions/subscriptions'

/*
 * Contents of an export. Records have the fields of the API. Secrets are omitted, because the file may be passed on; so are derived totals,
 * request and delivery logs, and sent emails.
 */

const BATCH_SIZE = 1000

type Page = { organizationId: string; after: string; take: number }
type Rows = AsyncIterable<object>

export const EXPORT_READERS: Record<string, (organizationId: string) => Rows> = {
  organization: (organizationId) => readOnce(async () => [await getOrganization(organizationId)]),
  sender: (organizationId) => readOnce(async () => [await exportSenderProfile(organizationId)]),
  members: (organizationId) => readOnce(() => listMembers(organizationId)),
  locations: readAll((page) => db.location.findMany(pageQuery(page, { removedAt: null })), presentLocation),
  employees: readAll((page) => db.employee.findMany(pageQuery(page, { removedAt: null })), presentEmployee),
  'contact-organizations': readAll(
    (page) => db.contactOrganization.findMany(pageQuery(page, { removedAt: null })),
    presentCompany,
  ),
  'contact-properties': (organizationId) => readOnce(() => loadContactProperties(organizationId)),
  contacts: readAll((page) => db.contact.findMany(pageQuery(page)), presentContact),
  'contact-notes': readAll((page) => db.contactNote.findMany(pageQuery(page)), presentContactNote),
  'contact-events': readAll((page) => db.contactEvent.findMany(pageQuery(page)), presentContactEvent),
  'contact-imports': readAll((page) => {
    const { where, ...rest } = pageQuery(page)
    return db.contactJob.findMany({ ...rest, where: { ...where, kind: 'import' } })
  }, presentExportedImport),
  suppressions: readAll(
    (page) => db.suppression.findMany(pageQuery(page)),
    ({ email, reason, note, createdAt }) => ({ email, reason, note, createdAt: createdAt.toISOString() }),
  ),
  'sms-opt-outs': readAll(
    (page) => db.smsOptOut.findMany(pageQuery(page)),
    ({ phone, createdAt }) => ({ phone, createdAt: createdAt.toISOString() }),
  ),
  segments: readAll(
    (page) => db.segment.findMany(pageQuery(page)),
    ({ organizationId: _organization, createdAt, updatedAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    }),
  ),
  surveys: readAll(
    (page) => db.survey.findMany(pageQuery(page)),
    ({ deletedAt, ...row }) => ({
      ...presentSurvey({ deletedAt, ...row }),
      deletedAt: deletedAt?.toISOString() ?? null,
    }),
  ),
  'survey-versions': readAll((page) => db.surveyVersion.findMany(pageQuery(page)), presentExportedVersion),
  sequences: readAll(
    (page) => db.sequence.findMany({ ...pageQuery(page), include: { steps: { orderBy: { position: 'asc' } } } }),
    presentSequenceDetail,
  ),
  sendings: readAll(
    (page) => db.sending.findMany({ ...pageQuery(page), include: { steps: { orderBy: { position: 'asc' } } } }),
    presentExportedSending,
  ),
  'message-events': readAll((page) => db.messageEvent.findMany(pageQuery(page)), presentMessageEvent),
  responses: readAll(
    (page) => db.response.findMany(pageQuery(page)),
    (row) => ({ ...presentResponse(row), importId: row.importId, secondsToComplete: row.secondsToComplete }),
  ),
  cases: readAll((page) => {
    const { where, ...rest } = pageQuery(page)
    const hasCase = { OR: [{ caseState: { not: null } }, { taggings: { some: {} } }] }
    return db.response.findMany({ ...rest, where: { ...where, ...hasCase }, include: { taggings: true } })
  }, presentExportedCase),
  notes: readAll(
    (page) => db.responseNote.findMany(pageQuery(page)),
    (row) => ({ responseId: row.responseId, ...presentNote(row) }),
  ),
  replies: readAll((page) => db.responseReply.findMany(pageQuery(page)), presentExportedReply),
  timeline: readAll(
    (page) => db.responseEvent.findMany(pageQuery(page)),
    (row) => ({ responseId: row.responseId, ...presentResponseEvent(row) }),
  ),
  tags: (organizationId) => readOnce(() => listResponseTags(organizationId)),
  reviews: readAll(
    (page) => db.review.findMany(pageQuery(page)),
    ({ locationId, ...row }) => ({
      ...presentReview({ locationId, ...row }),
      locationId,
    }),
  ),
  'review-sources': (organizationId) => readOnce(() => listSources(organizationId)),
  'review-links': (organizationId) => readOnce(async () => [await getReviewLinkSettings(organizationId)]),
  'reply-templates': (organizationId) => readOnce(() => listReplyTemplates(organizationId)),
  'sending-domain': (organizationId) =>
    readOnce(async () => {
      const { sendingDomain } = await getSendingDomainSettings(organizationId)
      return sendingDomain ? [sendingDomain] : []
    }),
  'link-domain': (organizationId) =>
    readOnce(async () => {
      const { linkDomain } = await getLinkDomainSettings(organizationId)
      return linkDomain ? [linkDomain] : []
    }),
  'alert-rules': readAll(
    (page) => db.alertRule.findMany({ ...pageQuery(page), include: INCLUDE_CHANNELS }),
    presentAlertRule,
  ),
  webhooks: readAll((page) => db.webhookSubscription.findMany(pageQuery(page)), presentSubscription),
  'api-keys': (organizationId) => readOnce(() => listApiKeys(organizationId)),
  'audit-log': (organizationId) => streamAuditEvents(organizationId, {}),
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000'

function readAll<Row extends { id: string }>(readPage: (page: Page) => Promise<Row[]>, present: (row: Row) => object) {
  return async function* (organizationId: string): AsyncGenerator<object> {
    for (let after = NIL_UUID; ; ) {
      const rows = await readPage({ organizationId, after, take: BATCH_SIZE })
      for (const row of rows) yield present(row)
      after = rows.at(-1)?.id ?? after
      if (rows.length < BATCH_SIZE) return
    }
  }
}

function pageQuery({ organizationId, after, take }: Page, where: { removedAt?: null } = {}) {
  return { where: { organizationId, id: { gt: after }, ...where }, orderBy: { id: 'asc' as const }, take }
}

async function* readOnce(read: () => Promise<readonly object[]>): AsyncGenerator<object> {
  yield* await read()
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

function presentExportedCase(row: Prisma.ResponseGetPayload<{ include: { taggings: true } }>) {
  const { state, assigneeId, dueOn } = presentCase(row, NO_NAMES)
  return { responseId: row.id, state, assigneeId, dueOn, tagIds: row.taggings.map(({ tagId }) => tagId) }
}

export function presentExportedReply(row: ResponseReply) {
  const { mayRetry: _, ...reply } = presentReply(row)
  return { responseId: row.responseId, ...reply, sentAt: row.sentAt?.toISOString() ?? null }
}

function presentExportedImport(row: ContactJob) {
  const { spec, createdById, counts, ...job } = castImportJob(castJob(row))
  return {
    id: job.id,
    status: job.status,
    records: spec.records,
    fileName: spec.fileName,
    header: spec.table?.header ?? null,
    settings: spec.settings,
    total: job.total,
    counts,
    createdById,
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    finishedAt: job.finishedAt?.toISOString() ?? null,
  }
}

export function presentExportedSending(row: Prisma.SendingGetPayload<{ include: { steps: true } }>) {
  return {
    id: row.id,
    sequenceId: row.sequenceId,
    surveyId: row.surveyId,
    contactId: row.contactId,
    locationId: row.locationId,
    employeeId: row.employeeId,
    contactOrganizationId: row.contactOrganizationId,
    email: row.email,
    status: row.status,
    reason: castReason(row.reason),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    steps: row.steps.map((step) => ({
      type: step.type,
      surveyId: step.surveyId,
      channel: step.channel,
      recipient: step.recipient,
      status: step.status,
      reason: castReason(step.reason),
      sentAt: step.sentAt?.toISOString() ?? null,
      endedAt: step.endedAt?.toISOString() ?? null,
    })),
  }
}

/** With the logo's file in base64. */
async function exportSenderProfile(organizationId: string) {
  const [settings, logo] = await Promise.all([
    getSenderSettings(organizationId),
    db.organizationLogo.findUnique({ where: { organizationId }, select: { png: true } }),
  ])
  return { ...settings, logoPng: logo && Buffer.from(logo.png).toString('base64') }
}
