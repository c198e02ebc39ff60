import type { Employee as EmployeeRecord } from '@/prisma/generated/client'
import { db } from '../db'
import { NotFound } from '../errors'
import { assertUnchanged } from '../optimistic-lock'
import type { Page } from '../paging'
import { transact } from '../unit-of-work'
import { listMasterData, lockMasterDataEntry } from './list-master-data'
import type { BrowseMasterData, CreateEmployee, Employee, UpdateEmployee } from './schema'
import { loadEmployeeUsage } from './usage-counts'

export async function listEmployees(organizationId: string, input: BrowseMasterData): Promise<Page<Employee>> {
  const find = (where: { id: { in: string[] } }) => db.employee.findMany({ where: { organizationId, ...where } })
  return listMasterData('employee', organizationId, input, find, presentEmployee)
}

export async function getEmployee(organizationId: string, id: string): Promise<Employee> {
  const row = await db.employee.findFirst({ where: { organizationId, id, removedAt: null } })
  if (!row) throw new NotFound('employee')
  return presentEmployee(row)
}

export async function getEmployeeDetail(organizationId: string, id: string) {
  const [employee, use] = await Promise.all([getEmployee(organizationId, id), loadEmployeeUsage(organizationId, id)])
  return { ...employee, usage: use }
}

export async function createEmployee(organizationId: string, input: CreateEmployee): Promise<Employee> {
  return transact(async ({ tx }) => presentEmployee(await tx.employee.create({ data: { organizationId, ...input } })))
}

/** @throws {NotFound} @throws {EditConflict} if a field no longer has its value in `asRead`. */
export async function updateEmployee(organizationId: string, { id, asRead, ...changes }: UpdateEmployee) {
  return transact(async ({ tx }) => {
    await lockMasterDataEntry(tx, 'employee', organizationId, id)
    assertUnchanged(asRead, presentEmployee(await tx.employee.findUniqueOrThrow({ where: { organizationId, id } })))
    return presentEmployee(await tx.employee.update({ where: { organizationId, id }, data: changes }))
  })
}

export function presentEmployee({ id, name, email, createdAt, updatedAt }: EmployeeRecord): Employee {
  return { id, name, email, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
