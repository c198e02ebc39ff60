import { expect, it } from 'vitest'
import { db } from '../db'
import { anOrganization } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import { createSavedView, deleteView, listViews } from './saved-views'

const view = (name: string) => ({ list: 'contacts' as const, name, query: 'sort=name' })

it('saved views belong to one person and one list, in order of creation, with unique names', async () => {
  const organizationId = await anOrganization()
  const [{ userId: ada }, { userId: bea }] = [
    await aMember(organizationId, 'owner'),
    await aMember(organizationId, 'member'),
  ]
  const first = await createSavedView(organizationId, ada, view('Regulars'))
  await createSavedView(organizationId, ada, view('At home'))
  await createSavedView(organizationId, bea, view('Regulars'))
  await createSavedView(organizationId, ada, { ...view('Regulars'), list: 'surveys' })
  expect((await listViews(organizationId, ada, 'contacts')).map(({ name }) => name)).toEqual(['Regulars', 'At home'])
  await expect(createSavedView(organizationId, ada, view('Regulars'))).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
  await expect(deleteView(organizationId, bea, first.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await deleteView(organizationId, ada, first.id)).toEqual({ id: first.id, deleted: true })
  expect(await listViews(organizationId, ada, 'contacts')).toHaveLength(1)
})

it('limits a person to twenty saved views, and deletes them with the membership', async () => {
  const organizationId = await anOrganization()
  const { userId } = await aMember(organizationId, 'owner')
  const saved = await Promise.allSettled(
    Array.from({ length: 24 }, async (_, at) => createSavedView(organizationId, userId, view(`View ${at}`))),
  )
  expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  await db.membership.delete({ where: { organizationId_userId: { organizationId, userId } } })
  expect(await db.savedView.count({ where: { userId } })).toBe(0)
})
