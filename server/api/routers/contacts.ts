import { z } from 'zod'
import { parseListOrChanges } from '../../change-feed/list-changes'
import { requireFittingValues } from '../../contact-properties/require-fitting-values'
import { assertValidPhone, formatPhoneOrNull, getContact, hasOptedOut, updateContact } from '../../contacts/contacts'
import { createContact } from '../../contacts/create-contact'
import { deleteContact, eraseContact } from '../../contacts/delete-contact'
import { dismissDuplicates, listContactDuplicates } from '../../contacts/duplicates/contact-duplicates'
import { ContactDuplicatePair, DismissDuplicates, ListContactDuplicates } from '../../contacts/duplicates/schema'
import { listChangedContacts } from '../../contacts/list-changed-contacts'
import { listContactTags } from '../../contacts/list-contact-tags'
import { listContacts } from '../../contacts/list-contacts'
import { mergeContacts } from '../../contacts/merge/merge-contacts'
import { MergeContacts, MergedContact } from '../../contacts/merge/schema'
import {
  BrowseContacts,
  Contact,
  ContactBatchResult,
  CreateContact,
  DeletedContact,
  ErasedContact,
  ListContactsOrChanges,
  UpdateContact,
  UpsertContactBatch,
  UpsertContactByEmail,
} from '../../contacts/schema'
import { addContactNote, deleteContactNote } from '../../contacts/timeline/contact-notes'
import { getContactTimeline } from '../../contacts/timeline/contact-timeline'
import { AddContactNote, ContactTimeline, GetContactTimeline } from '../../contacts/timeline/schema'
import { upsertContact, upsertContactBatch } from '../../contacts/upsert-batch'
import { getContactReachability } from '../../sequences/sending/contact-reachability'
import { ContactReachability } from '../../sequences/sending/schema'
import { Id, textSchema } from '../../validation/schema'
import { MAX_BATCH_BODY_BYTES } from '../request-body'
import { buildItemEnvelope, buildPageEnvelope, CHANGES_DESCRIPTION, one, page, pageOrChanges } from './envelope'
import { type ApiContext, router, scopedProcedure, userProcedure } from './trpc'

const tags = ['Contacts']

/** Validates numbers typed by users. API input is stored as documented, without this check. */
async function checkTypedPhone(
  { organizationId, principal }: Pick<ApiContext, 'principal'> & { organizationId: string },
  phone: string | null | undefined,
): Promise<void> {
  if (phone && principal.actor.type === 'user') await assertValidPhone(organizationId, phone)
}

/** As for phone numbers: `customFields` of the API take any JSON. */
async function checkTypedProperties(
  { organizationId, principal }: Pick<ApiContext, 'principal'> & { organizationId: string },
  customFields: Record<string, unknown> | null | undefined,
): Promise<void> {
  if (customFields && principal.actor.type === 'user') await requireFittingValues(organizationId, customFields)
}

export const contactsRouter = router({
  list: scopedProcedure('contacts:read')
    .meta({
      openapi: { method: 'GET', path: '/contacts', operationId: 'listContacts', tags },
      summary: 'List contacts',
      description: `Newest first. You can combine filters. ${CHANGES_DESCRIPTION}`,
      responses: { 200: 'A page of contacts, newest first.' },
    })
    .input(ListContactsOrChanges)
    .output(pageOrChanges(Contact))
    .query(async ({ ctx, input }) => {
      const { filters, window, changes } = parseListOrChanges(input)
      if (changes) return listChangedContacts(ctx.organizationId, filters, changes)
      return buildPageEnvelope(ctx, await listContacts(ctx.organizationId, { ...filters, ...window }))
    }),

  get: scopedProcedure('contacts:read')
    .meta({
      openapi: { method: 'GET', path: '/contacts/{id}', operationId: 'getContact', tags },
      summary: 'Get a contact',
      description: 'Returns one contact with all its fields.',
      responses: { 200: 'The contact.' },
    })
    .input(z.object({ id: Id }))
    .output(one(Contact))
    .query(async ({ ctx, input }) => buildItemEnvelope(ctx, await getContact(ctx.organizationId, input.id))),

  create: scopedProcedure('contacts:write')
    .meta({
      openapi: { method: 'POST', path: '/contacts', operationId: 'createContact', tags },
      summary: 'Create a contact',
      description: 'The email address must be new in your organization. Subscribers to `new_contact` are notified.',
      responses: { 201: 'The contact as stored.' },
      errors: ['CONTACT_EXISTS'],
    })
    .input(CreateContact)
    .output(one(Contact))
    .mutation(async ({ ctx, input }) => {
      await checkTypedPhone(ctx, input.phone)
      await checkTypedProperties(ctx, input.customFields)
      return buildItemEnvelope(ctx, await createContact(ctx.organizationId, input))
    }),

  upsertBatch: scopedProcedure('contacts:write')
    .meta({
      openapi: { method: 'POST', path: '/contacts/batch', operationId: 'upsertContacts', tags },
      summary: 'Create or update many contacts',
      description:
        'Creates or updates 1 to 1,000 contacts by email, as one request of the rate limit. Each row has the fields of a new ' +
        'contact; for a contact that exists, only the fields you send change, as with PATCH, unless you choose another ' +
        '`onExisting`. A row with a fault fails alone: the response has a result for each row, in order. Two rows with one ' +
        'email are applied one after the other. Unsubscribed contacts stay unsubscribed. Subscribers to `new_contact` are ' +
        'notified of each new contact. The body may have up to 4 MiB.',
      responses: { 200: 'What became of each row.' },
      maxBodyBytes: MAX_BATCH_BODY_BYTES,
    })
    .input(UpsertContactBatch)
    .output(one(ContactBatchResult))
    .mutation(async ({ ctx, input }) => ({ data: await upsertContactBatch(ctx.organizationId, input) })),

  upsertByEmail: scopedProcedure('contacts:write')
    .meta({
      openapi: {
        method: 'PUT',
        path: '/contacts/by-email/{address}',
        operationId: 'upsertContactByEmail',
        tags,
      },
      summary: 'Create or update a contact by email',
      description:
        'Creates the contact with this email if there is none. Otherwise only the fields you send change, as with PATCH. You ' +
        'can repeat it safely. Subscribers to `new_contact` are notified of a new contact.',
      responses: { 200: 'The contact existed, and is as returned now.', 201: 'The contact was created.' },
    })
    .input(UpsertContactByEmail)
    .output(one(Contact))
    .mutation(async ({ ctx, input: { address, ...row } }) => {
      await checkTypedPhone(ctx, row.phone)
      const { contact, isCreated } = await upsertContact(ctx.organizationId, { ...row, email: address })
      ctx.setStatus?.(isCreated ? 201 : 200)
      return { data: contact }
    }),

  update: scopedProcedure('contacts:write')
    .meta({
      openapi: { method: 'PATCH', path: '/contacts/{id}', operationId: 'updateContact', tags },
      summary: 'Update a contact',
      description:
        'Only the fields you send change; null clears an optional field. `customFields` is merged one level deep, ' +
        'where null removes a key; `tags` replaces the list.',
      responses: { 200: 'The contact as it is now.' },
      errors: ['CONTACT_EXISTS', 'CHANGED_MEANWHILE'],
    })
    .input(UpdateContact)
    .output(one(Contact))
    .mutation(async ({ ctx, input }) => {
      if (input.phone !== input.asRead?.phone) await checkTypedPhone(ctx, input.phone)
      await checkTypedProperties(ctx, input.customFields)
      return { data: await updateContact(ctx.organizationId, input) }
    }),

  readPhone: scopedProcedure('contacts:read')
    .input(z.object({ phone: textSchema(50) }))
    .output(one(z.object({ read: z.string().nullable() })))
    .query(async ({ ctx, input }) => ({ data: { read: await formatPhoneOrNull(ctx.organizationId, input.phone) } })),

  delete: scopedProcedure('contacts:write')
    .meta({
      openapi: { method: 'DELETE', path: '/contacts/{id}', operationId: 'deleteContact', tags },
      summary: 'Delete a contact',
      description:
        'Deletes the contact for good. Its responses and sendings are kept, with its id. Someone who unsubscribed stays ' +
        'unsubscribed if you create them again.',
      responses: { 200: 'The contact was deleted.' },
    })
    .input(z.object({ id: Id }))
    .output(one(DeletedContact))
    .mutation(async ({ ctx, input }) => ({ data: await deleteContact(ctx.organizationId, input.id) })),

  erase: scopedProcedure('admin')
    .meta({
      openapi: { method: 'POST', path: '/contacts/{id}/erase', operationId: 'eraseContact', tags },
      summary: 'Erase a contact',
      description:
        'Deletes the contact as `DELETE /contacts/{id}` does, and removes what they wrote and what names them: the free text of ' +
        'their responses, notes about them, their name in reviews, and stored webhook bodies. Webhooks about them that are still ' +
        'waiting are not called. Scores and choices are kept, with the contact’s id.',
      responses: { 200: 'The contact was erased.' },
    })
    .input(z.object({ id: Id }))
    .output(one(ErasedContact))
    .mutation(async ({ ctx, input }) => ({ data: await eraseContact(ctx.organizationId, input.id) })),

  consent: scopedProcedure('contacts:read')
    .input(z.object({ id: Id }))
    .output(one(z.object({ optedOut: z.boolean() })))
    .query(async ({ ctx, input }) => ({ data: { optedOut: await hasOptedOut(ctx.organizationId, input.id) } })),

  timeline: scopedProcedure('dashboard:read')
    .input(GetContactTimeline)
    .output(one(ContactTimeline))
    .query(async ({ ctx, input }) => ({ data: await getContactTimeline(ctx.organizationId, input) })),

  reachability: scopedProcedure('dashboard:read')
    .input(z.object({ id: Id }))
    .output(one(ContactReachability))
    .query(async ({ ctx, input }) => ({ data: await getContactReachability(ctx.organizationId, input.id) })),

  addNote: userProcedure('contacts:write')
    .input(AddContactNote)
    .output(one(z.object({ id: Id })))
    .mutation(async ({ ctx, input }) => ({ data: await addContactNote(ctx.organizationId, input, ctx.user) })),

  deleteNote: userProcedure('contacts:write')
    .input(z.object({ id: Id }))
    .output(one(DeletedContact))
    .mutation(async ({ ctx, input }) => ({ data: await deleteContactNote(ctx.organizationId, input.id, ctx.user) })),

  merge: scopedProcedure('contacts:write')
    .input(MergeContacts)
    .output(one(MergedContact))
    .mutation(async ({ ctx, input }) => ({ data: await mergeContacts(ctx.organizationId, input) })),

  tags: scopedProcedure('contacts:read')
    .output(one(z.array(z.string())))
    .query(async ({ ctx }) => ({ data: await listContactTags(ctx.organizationId) })),

  duplicates: scopedProcedure('dashboard:read')
    .input(ListContactDuplicates)
    .output(one(z.array(ContactDuplicatePair)))
    .query(async ({ ctx, input }) => ({ data: await listContactDuplicates(ctx.organizationId, input.id) })),

  dismissDuplicates: userProcedure('contacts:write')
    .input(DismissDuplicates)
    .output(one(z.object({ dismissed: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await dismissDuplicates(ctx.organizationId, input) })),

  browse: scopedProcedure('contacts:read')
    .input(BrowseContacts)
    .output(page(Contact))
    .query(async ({ ctx, input }) => buildPageEnvelope(ctx, await listContacts(ctx.organizationId, input))),
})
