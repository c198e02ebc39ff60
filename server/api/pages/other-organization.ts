import 'server-only'
import { headers } from 'next/headers'
import { cache } from 'react'
import { findInOtherOrganizations } from '../../members/find-in-other-organizations'
import { PATH_HEADER } from '../session/return-path'
import { getPrincipal } from '../session/session'

export const findPageInOtherOrganization = cache(async () => {
  const [principal, requestedPath] = [await getPrincipal(), (await headers()).get(PATH_HEADER)]
  if (principal?.actor.type !== 'user' || requestedPath === null) return null
  const { organizationId, actor } = principal
  return findInOtherOrganizations({ userId: actor.userId, organizationId }, requestedPath.split('?', 1)[0] ?? '')
})
