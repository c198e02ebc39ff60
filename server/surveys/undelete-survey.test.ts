import { expect, it } from 'vitest'
import { NotFound } from '../errors'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { deleteSurvey, getSurvey, listSurveys, undeleteSurvey } from './surveys'

it('restores a deleted survey as it was, in lists and totals too', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSurvey(organizationId, { name: 'Visit' })
  const { updatedAt: _before, ...survey } = await getSurvey(organizationId, id)
  const list = async () => {
    const { data, meta } = await listSurveys(organizationId, { page: 1, limit: 50 })
    return { ids: data.map((one) => one.id), total: meta.total }
  }

  await deleteSurvey(organizationId, id)
  await expect(getSurvey(organizationId, id)).rejects.toThrow(NotFound)
  expect(await list()).toEqual({ ids: [], total: 0 })

  // Twice: the undo request may be retried.
  await undeleteSurvey(organizationId, id)
  await undeleteSurvey(organizationId, id)
  expect(await getSurvey(organizationId, id)).toMatchObject(survey)
  expect(await list()).toEqual({ ids: [id], total: 1 })
})

it('refuses to restore a survey of another organization', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSurvey(organizationId)
  await deleteSurvey(organizationId, id)
  await expect(undeleteSurvey(await anOrganization(), id)).rejects.toThrow(NotFound)
  await expect(getSurvey(organizationId, id)).rejects.toThrow(NotFound)
})
