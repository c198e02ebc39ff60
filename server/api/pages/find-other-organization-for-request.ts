import 'server-only'
import { headers } from 'next/headers'
import { cache } from 'react'
import { findOtherOrganizationForPath } from '../../members/find-other-organization-for-path'
import { PATH_HEADER } from '../session/return-path'
import { getPrincipal } from '../session/session'

export const findOtherOrganizationForRequest = cache(async () => {
  const [principal, requestedPath] = [await getPrincipal(), (await headers()).get(PATH_HEADER)]
  if (principal?.actor.type !== 'user' || requestedPath === null) return null
  const { organizationId, actor } = principal
  return findOtherOrganizationForPath({ userId: actor.userId, organizationId }, requestedPath.split('?', 1)[0] ?? '')
})
