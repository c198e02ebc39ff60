import { z } from 'zod'
import { createContact, deleteContact, getContact, listContacts, updateContact } from '../contacts/contacts'
import { Contact, CreateContact, DeletedContact, ListContacts, UpdateContact } from '../contacts/schema'
import { Id } from '../fields/schema'
import { one, page } from './envelope'
import { router, scoped } from './trpc'

const tags = ['Contacts']

export const contactsRouter = router({
  list: scoped('contacts:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/contacts',
        tags,
        summary: 'List contacts',
        description: 'Newest first. Filters combine.',
      },
    })
    .input(ListContacts)
    .output(page(Contact))
    .query(({ ctx, input }) => listContacts(ctx.organizationId, input)),

  get: scoped('contacts:read')
    .meta({ openapi: { method: 'GET', path: '/contacts/{id}', tags, summary: 'Get a contact' } })
    .input(z.object({ id: Id }))
    .output(one(Contact))
    .query(async ({ ctx, input }) => ({ data: await getContact(ctx.organizationId, input.id) })),

  create: scoped('contacts:write')
    .meta({
      openapi: {
        method: 'POST',
        path: '/contacts',
        tags,
        summary: 'Create a contact',
        description: 'Emits `new_contact`.',
      },
      status: 201,
    })
    .input(CreateContact)
    .output(one(Contact))
    .mutation(async ({ ctx, input }) => ({ data: await createContact(ctx.organizationId, input) })),

  update: scoped('contacts:write')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/contacts/{id}',
        tags,
        summary: 'Update a contact',
        description:
          'Only the fields given change; null clears an optional one. `customFields` is merged, `tags` are replaced.',
      },
    })
    .input(UpdateContact)
    .output(one(Contact))
    .mutation(async ({ ctx, input }) => ({ data: await updateContact(ctx.organizationId, input) })),

  delete: scoped('contacts:write')
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/contacts/{id}',
        tags,
        summary: 'Delete a contact',
        description: 'Permanent. Its responses and sendings stay and keep its id.',
      },
    })
    .input(z.object({ id: Id }))
    .output(one(DeletedContact))
    .mutation(async ({ ctx, input }) => ({ data: await deleteContact(ctx.organizationId, input.id) })),
})
