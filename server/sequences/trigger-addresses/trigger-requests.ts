import type { TriggerRequest as RequestRow } from '@/prisma/generated/client'
import { contactName } from '../../contacts/contact-name'
import { db } from '../../db'
import { NotFound } from '../../errors'
import type { Locale } from '../../messages/locale'
import { translateLocalizableMessage } from '../../messages/translate-localizable-message'
import { type Page, readRowsAndTotal, toPage } from '../../paging'
import { listLeaves } from './body-values'
import type { Finding } from './map-request-body'
import {
  type ListTriggerRequests,
  type TriggerDetail,
  TriggerOutcome,
  type TriggerRequest,
  type TriggerRequestDetail,
} from './schema'

/** The requests to the address of a sequence within 90 days, newest first. @throws {NotFound} without an address */
export async function listTriggerRequests(
  organizationId: string,
  { sequenceId, outcome, ...window }: ListTriggerRequests,
  locale: Locale,
): Promise<Page<TriggerRequest>> {
  const addressId = await findAddressId(organizationId, sequenceId)
  const where = { organizationId, addressId, ...(outcome === undefined ? {} : { outcome }) }
  const [rows, total] = await readRowsAndTotal(window, {
    where,
    orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }],
    findRows: (query) => db.triggerRequest.findMany(query),
    findIds: (query) => db.triggerRequest.findMany({ ...query, select: { id: true } }),
    count: () => db.triggerRequest.count({ where }),
  })
  return toPage(await presentRequests(organizationId, rows, locale), total, window)
}

/** A request with its body and what can be mapped in it. @throws {NotFound} */
export async function getTriggerRequest(
  organizationId: string,
  { sequenceId, id }: { sequenceId: string; id: string },
  locale: Locale,
): Promise<TriggerRequestDetail> {
  const addressId = await findAddressId(organizationId, sequenceId)
  const row = await db.triggerRequest.findFirst({ where: { organizationId, addressId, id } })
  if (!row) throw new NotFound('triggerRequest')
  const [request] = await presentRequests(organizationId, [row], locale)
  if (!request) throw new Error('the request that was read')
  const body: unknown = row.body === null ? null : JSON.parse(row.body)
  return { ...request, body: body === null ? null : JSON.stringify(body, null, 2), leaves: listLeaves(body) }
}

export function presentDetails(findings: readonly Finding[], locale: Locale): TriggerDetail[] {
  return findings.map(({ field, message }) => ({ field, message: translateLocalizableMessage(locale, message) }))
}

/** @throws {NotFound} */
export async function findAddressId(organizationId: string, sequenceId: string): Promise<string> {
  const address = await db.triggerAddress.findFirst({ where: { organizationId, sequenceId }, select: { id: true } })
  if (!address) throw new NotFound('triggerAddress')
  return address.id
}

async function presentRequests(
  organizationId: string,
  rows: readonly RequestRow[],
  locale: Locale,
): Promise<TriggerRequest[]> {
  const [contacts, replays] = [
    await db.contact.findMany({
      where: { organizationId, id: { in: rows.flatMap(({ contactId }) => contactId ?? []) } },
      select: { id: true, firstName: true, lastName: true, email: true },
    }),
    await db.triggerRequest.findMany({
      where: { organizationId, replayOfId: { in: rows.map(({ id }) => id) } },
      select: { replayOfId: true },
    }),
  ]
  const names = new Map(contacts.map((contact) => [contact.id, contactName(contact)]))
  const replayedIds = new Set(replays.map(({ replayOfId }) => replayOfId))
  return rows.map((row) => ({
    id: row.id,
    outcome: row.outcome === null ? null : TriggerOutcome.parse(row.outcome),
    details: presentDetails((row.details ?? []) as Finding[], locale),
    contactId: row.contactId,
    contactName: names.get(row.contactId ?? '') ?? null,
    sendingId: row.sendingId,
    replayOfId: row.replayOfId,
    isReplayed: replayedIds.has(row.id),
    hasBody: row.body !== null,
    createdAt: row.createdAt.toISOString(),
  }))
}
