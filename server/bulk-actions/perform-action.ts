import type { Contact as ContactRow } from '@/prisma/generated/client'
import { JobFailure } from '../contact-jobs/job-failure'
import { type ContactUpdateResult, changeContacts } from '../contacts/change-contacts'
import { pickResolvedIds, resolveAndLockReferences } from '../contacts/contact-references'
import { mergeCustomFields } from '../contacts/contacts'
import { eraseContacts, removeContacts } from '../contacts/delete-contact'
import type { FieldChanges } from '../contacts/restore-contact-fields'
import { unionTags } from '../contacts/union-tags'
import { type Unsubscription, unsubscribeContacts } from '../contacts/unsubscribe-contacts'
import type { UnitOfWork } from '../unit-of-work'
import type { ContactResult } from './bulk-action-job-payload'
import type { SkipReason } from './constants'
import { enrolContacts } from './enrol-contacts'
import type { BulkActionParameters } from './schema'

/** What undoing a change of fields needs. */
export type FieldUndoData = { changes: FieldChanges }

/** What undoing an unsubscription needs. */
export type UnsubscriptionUndoData = { suppressionId: string | null }

/**
 * Performs an action on a batch of contacts, with the code of the single operations.
 * @returns one result for each id, in order
 * @throws {JobFailure} if the action cannot be performed on any contact
 */
export async function performAction(
  work: UnitOfWork,
  organizationId: string,
  action: BulkActionParameters,
  ids: readonly string[],
): Promise<ContactResult[]> {
  const { tx } = work
  const change = async (fields: (contact: ContactRow) => Partial<ContactRow>, refusal: SkipReason = 'gone') =>
    (await changeContacts(tx, organizationId, ids, fields)).map((result) => toContactResult(result, fields, refusal))
  switch (action.type) {
    case 'addTags':
      return change(({ tags }) => ({ tags: unionTags(tags, action.tags) }), 'tagsFull')
    case 'removeTags':
      return change(({ tags }) => ({ tags: tags.filter((tag) => !action.tags.includes(tag)) }))
    case 'setLocation':
    case 'setCompany': {
      const references = await resolveReferences(work, organizationId, action)
      return change(() => references)
    }
    case 'setProperty': {
      const { customFields } = action
      return change(
        (contact) => ({ customFields: mergeCustomFields(contact.customFields, customFields) }),
        'fieldsFull',
      )
    }
    case 'setLanguage':
      return change(() => ({ preferredLanguage: action.language }))
    case 'unsubscribe':
      return (await unsubscribeContacts(tx, organizationId, ids)).map(toUnsubscriptionResult)
    case 'enrol':
    case 'sendSurvey':
      return enrolContacts(work, organizationId, action, ids)
    case 'delete':
      return toRemovalResults(ids, await removeContacts(tx, organizationId, ids))
    case 'erase':
      return toRemovalResults(ids, await eraseContacts(organizationId, ids))
  }
}

async function resolveReferences(
  { tx }: UnitOfWork,
  organizationId: string,
  action: Extract<BulkActionParameters, { type: 'setLocation' | 'setCompany' }>,
): Promise<Partial<ContactRow>> {
  const requested =
    action.type === 'setLocation' ? { locationId: action.locationId } : { contactOrganizationId: action.companyId }
  const resolved = pickResolvedIds(await resolveAndLockReferences(tx, organizationId, [requested]), requested)
  if (requested.locationId && !resolved.locationId) throw new JobFailure({ code: 'locationGone', details: {} })
  if (requested.contactOrganizationId && !resolved.contactOrganizationId)
    throw new JobFailure({ code: 'companyGone', details: {} })
  return resolved
}

function toContactResult(
  result: ContactUpdateResult,
  fields: (contact: ContactRow) => Partial<ContactRow>,
  refusal: SkipReason,
): ContactResult {
  const { id } = result
  if (result.status === 'unchanged') return { id, outcome: 'unchanged' }
  if (result.status !== 'changed')
    return { id, outcome: 'skipped', reason: result.status === 'refused' ? refusal : 'gone' }
  const { previous, contact } = result
  const names = Object.keys(fields(previous)) as (keyof ContactRow)[]
  const changes: FieldChanges = Object.fromEntries(names.map((name) => [name, [previous[name], contact[name]]]))
  return { id, outcome: 'changed', undoData: { changes: withChangedKeysOnly(changes) } satisfies FieldUndoData }
}

/** Of custom fields, those that differ: others may change until the action is undone. */
function withChangedKeysOnly({ customFields, ...changes }: FieldChanges): FieldChanges {
  if (customFields === undefined) return changes
  const [before, after] = customFields as [Record<string, unknown>, Record<string, unknown>]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => before[key] !== after[key])
  const pick = (values: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))
  return { ...changes, customFields: [pick(before), pick(after)] }
}

function toUnsubscriptionResult({ change: { id, status }, suppressionId }: Unsubscription): ContactResult {
  if (status === 'unchanged') return { id, outcome: 'unchanged' }
  if (status !== 'changed') return { id, outcome: 'skipped', reason: 'gone' }
  return { id, outcome: 'changed', undoData: { suppressionId } satisfies UnsubscriptionUndoData }
}

function toRemovalResults(ids: readonly string[], removedIds: readonly string[]): ContactResult[] {
  const removed = new Set(removedIds)
  return ids.map((id) => (removed.has(id) ? { id, outcome: 'changed' } : { id, outcome: 'skipped', reason: 'gone' }))
}
