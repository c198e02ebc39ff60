import { z } from 'zod'
import { listCompanyPeople } from '../../master-data/company-people'
import {
  createContactOrganization,
  getContactOrganization,
  getContactOrganizationDetail,
  listContactOrganizations,
  updateContactOrganization,
} from '../../master-data/contact-organizations'
import { deleteMasterDataEntry, mergeMasterDataEntry } from '../../master-data/merge-and-delete'
import {
  BrowseMasterData,
  CompanyPeople,
  ContactOrganization,
  ContactOrganizationDetail,
  CreateContactOrganization,
  DeletedMasterDataEntry,
  ListCompanyPeople,
  ListMasterData,
  MergedMasterDataEntry,
  MergeMasterDataEntry,
  UpdateContactOrganization,
} from '../../master-data/schema'
import { Id } from '../../validation/schema'
import { one, page } from './envelope'
import { router, scopedProcedure } from './trpc'

const tags = ['Contact organizations']

export const contactOrganizationsRouter = router({
  list: scopedProcedure('contact-organizations:read')
    .meta({
      openapi: { method: 'GET', path: '/contact-organizations', operationId: 'listContactOrganizations', tags },
      summary: 'List contact organizations',
      description: 'Newest first.',
      responses: { 200: 'A page of contact organizations, newest first.' },
    })
    .input(ListMasterData)
    .output(page(ContactOrganization))
    .query(async ({ ctx, input }) => listContactOrganizations(ctx.organizationId, input)),

  get: scopedProcedure('contact-organizations:read')
    .meta({
      openapi: { method: 'GET', path: '/contact-organizations/{id}', operationId: 'getContactOrganization', tags },
      summary: 'Get a contact organization',
      description: 'Returns one contact organization with all its fields.',
      responses: { 200: 'The contact organization.' },
    })
    .input(z.object({ id: Id }))
    .output(one(ContactOrganization))
    .query(async ({ ctx, input }) => ({ data: await getContactOrganization(ctx.organizationId, input.id) })),

  create: scopedProcedure('contact-organizations:write')
    .meta({
      openapi: { method: 'POST', path: '/contact-organizations', operationId: 'createContactOrganization', tags },
      summary: 'Create a contact organization',
      description: 'A company that contacts belong to. Its id goes into `contactOrganizationId` of contacts.',
      responses: { 201: 'The contact organization as stored.' },
    })
    .input(CreateContactOrganization)
    .output(one(ContactOrganization))
    .mutation(async ({ ctx, input }) => ({ data: await createContactOrganization(ctx.organizationId, input) })),

  update: scopedProcedure('contact-organizations:write')
    .meta({
      openapi: { method: 'PATCH', path: '/contact-organizations/{id}', operationId: 'updateContactOrganization', tags },
      summary: 'Update a contact organization',
      description: 'Only the fields you send change.',
      responses: { 200: 'The contact organization as it is now.' },
      errors: ['CHANGED_MEANWHILE'],
    })
    .input(UpdateContactOrganization)
    .output(one(ContactOrganization))
    .mutation(async ({ ctx, input }) => ({ data: await updateContactOrganization(ctx.organizationId, input) })),

  delete: scopedProcedure('contact-organizations:write')
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/contact-organizations/{id}',
        operationId: 'deleteContactOrganization',
        tags,
      },
      summary: 'Delete a contact organization',
      description: 'Deletes the contact organization for good. Its contacts stay, without one.',
      responses: { 200: 'The contact organization was deleted.' },
    })
    .input(z.object({ id: Id }))
    .output(one(DeletedMasterDataEntry))
    .mutation(async ({ ctx, input }) => ({
      data: await deleteMasterDataEntry('contact_organization', ctx.organizationId, input.id),
    })),

  browse: scopedProcedure('contact-organizations:read')
    .input(BrowseMasterData)
    .output(page(ContactOrganization))
    .query(async ({ ctx, input }) => listContactOrganizations(ctx.organizationId, input)),

  detail: scopedProcedure('contact-organizations:read')
    .input(z.object({ id: Id }))
    .output(one(ContactOrganizationDetail))
    .query(async ({ ctx, input }) => ({ data: await getContactOrganizationDetail(ctx.organizationId, input.id) })),

  people: scopedProcedure('contact-organizations:read')
    .input(ListCompanyPeople)
    .output(one(CompanyPeople))
    .query(async ({ ctx, input }) => ({ data: await listCompanyPeople(ctx.organizationId, input) })),

  merge: scopedProcedure('contact-organizations:write')
    .input(MergeMasterDataEntry)
    .output(one(MergedMasterDataEntry))
    .mutation(async ({ ctx, input }) => ({
      data: await mergeMasterDataEntry('contact_organization', ctx.organizationId, input),
    })),
})
