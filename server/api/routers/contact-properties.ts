import { z } from 'zod'
import {
  createContactProperty,
  deleteContactProperty,
  listContactProperties,
  reorderContactProperties,
  updateContactProperty,
} from '../../contact-properties/contact-properties'
import { getContactPropertyUsage } from '../../contact-properties/property-usage'
import {
  ContactProperty,
  ContactPropertyUsage,
  CreateContactProperty,
  ListContactProperties,
  ReorderContactProperties,
  UpdateContactProperty,
} from '../../contact-properties/schema'
import { Id } from '../../validation/schema'
import { one, page } from './envelope'
import { router, scopedProcedure } from './trpc'

export const contactPropertiesRouter = router({
  list: scopedProcedure('contacts:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/contact-properties',
        operationId: 'listContactProperties',
        tags: ['Contacts'],
      },
      summary: 'List contact properties',
      description:
        'The properties that your organization has declared, in the order it chose. Their values are in `customFields` of contacts, under ' +
        '`key`. You can also send keys that are not declared; members can declare them in the dashboard.',
      responses: { 200: 'A page of contact properties.' },
    })
    .input(ListContactProperties)
    .output(page(ContactProperty))
    .query(async ({ ctx, input }) => listContactProperties(ctx.organizationId, input)),

  usage: scopedProcedure('admin')
    .output(one(ContactPropertyUsage))
    .query(async ({ ctx }) => ({ data: await getContactPropertyUsage(ctx.organizationId) })),

  create: scopedProcedure('admin')
    .input(CreateContactProperty)
    .output(one(ContactProperty))
    .mutation(async ({ ctx, input }) => ({ data: await createContactProperty(ctx.organizationId, input) })),

  update: scopedProcedure('admin')
    .input(UpdateContactProperty)
    .output(one(ContactProperty))
    .mutation(async ({ ctx, input }) => ({ data: await updateContactProperty(ctx.organizationId, input) })),

  reorder: scopedProcedure('admin')
    .input(ReorderContactProperties)
    .output(one(z.array(ContactProperty)))
    .mutation(async ({ ctx, input }) => ({ data: await reorderContactProperties(ctx.organizationId, input) })),

  delete: scopedProcedure('admin')
    .input(z.object({ id: Id }))
    .output(one(z.object({ id: Id, deleted: z.literal(true) })))
    .mutation(async ({ ctx, input }) => ({ data: await deleteContactProperty(ctx.organizationId, input.id) })),
})
