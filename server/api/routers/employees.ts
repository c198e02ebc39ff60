import { z } from 'zod'
import {
  createEmployee,
  getEmployee,
  getEmployeeDetail,
  listEmployees,
  updateEmployee,
} from '../../master-data/employees'
import { deleteMasterDataEntry, mergeMasterDataEntry } from '../../master-data/merge-and-delete'
import {
  BrowseMasterData,
  CreateEmployee,
  DeletedMasterDataEntry,
  Employee,
  EmployeeDetail,
  ListMasterData,
  MergedMasterDataEntry,
  MergeMasterDataEntry,
  UpdateEmployee,
} from '../../master-data/schema'
import { Id } from '../../validation/schema'
import { one, page } from './envelope'
import { router, scopedProcedure } from './trpc'

const tags = ['Employees']

export const employeesRouter = router({
  list: scopedProcedure('employees:read')
    .meta({
      openapi: { method: 'GET', path: '/employees', operationId: 'listEmployees', tags },
      summary: 'List employees',
      description: 'Newest first.',
      responses: { 200: 'A page of employees, newest first.' },
    })
    .input(ListMasterData)
    .output(page(Employee))
    .query(async ({ ctx, input }) => listEmployees(ctx.organizationId, input)),

  get: scopedProcedure('employees:read')
    .meta({
      openapi: { method: 'GET', path: '/employees/{id}', operationId: 'getEmployee', tags },
      summary: 'Get an employee',
      description: 'Returns one employee with all its fields.',
      responses: { 200: 'The employee.' },
    })
    .input(z.object({ id: Id }))
    .output(one(Employee))
    .query(async ({ ctx, input }) => ({ data: await getEmployee(ctx.organizationId, input.id) })),

  create: scopedProcedure('employees:write')
    .meta({
      openapi: { method: 'POST', path: '/employees', operationId: 'createEmployee', tags },
      summary: 'Create an employee',
      description: 'Its id goes into `employeeId` of an execution, so that the responses say whom they are about.',
      responses: { 201: 'The employee as stored.' },
    })
    .input(CreateEmployee)
    .output(one(Employee))
    .mutation(async ({ ctx, input }) => ({ data: await createEmployee(ctx.organizationId, input) })),

  update: scopedProcedure('employees:write')
    .meta({
      openapi: { method: 'PATCH', path: '/employees/{id}', operationId: 'updateEmployee', tags },
      summary: 'Update an employee',
      description: 'Only the fields you send change; null clears the email address.',
      responses: { 200: 'The employee as it is now.' },
      errors: ['CHANGED_MEANWHILE'],
    })
    .input(UpdateEmployee)
    .output(one(Employee))
    .mutation(async ({ ctx, input }) => ({ data: await updateEmployee(ctx.organizationId, input) })),

  delete: scopedProcedure('employees:write')
    .meta({
      openapi: { method: 'DELETE', path: '/employees/{id}', operationId: 'deleteEmployee', tags },
      summary: 'Delete an employee',
      description: 'Deletes the employee for good. Responses and sendings keep the id, and no longer show the name.',
      responses: { 200: 'The employee was deleted.' },
    })
    .input(z.object({ id: Id }))
    .output(one(DeletedMasterDataEntry))
    .mutation(async ({ ctx, input }) => ({
      data: await deleteMasterDataEntry('employee', ctx.organizationId, input.id),
    })),

  browse: scopedProcedure('employees:read')
    .input(BrowseMasterData)
    .output(page(Employee))
    .query(async ({ ctx, input }) => listEmployees(ctx.organizationId, input)),

  detail: scopedProcedure('employees:read')
    .input(z.object({ id: Id }))
    .output(one(EmployeeDetail))
    .query(async ({ ctx, input }) => ({ data: await getEmployeeDetail(ctx.organizationId, input.id) })),

  merge: scopedProcedure('employees:write')
    .input(MergeMasterDataEntry)
    .output(one(MergedMasterDataEntry))
    .mutation(async ({ ctx, input }) => ({ data: await mergeMasterDataEntry('employee', ctx.organizationId, input) })),
})
