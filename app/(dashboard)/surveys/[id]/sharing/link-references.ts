import { cache } from 'react'
import type { LinkReferences } from '@/components/survey-links/survey-link-form'
import { getPageCaller } from '@/server/api/session/page-caller'
import type { SurveyLink } from '@/server/survey-links/schema'

const readName = cache(async (collection: 'locations' | 'employees', id: string) => {
  const caller = await getPageCaller()
  const found = await caller[collection].get({ id }).catch(() => null)
  return found && { value: id, label: found.data.name }
})

/** The names of a link's or widget's location and employee; null for one that was deleted. */
export async function readLinkReferences({
  locationId,
  employeeId,
}: Pick<SurveyLink, 'locationId' | 'employeeId'>): Promise<LinkReferences> {
  const [location, employee] = await Promise.all([
    locationId && readName('locations', locationId),
    employeeId && readName('employees', employeeId),
  ])
  return { location: location || null, employee: employee || null }
}
