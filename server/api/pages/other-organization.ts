import 'server-only'
import { headers } from 'next/headers'
import { cache } from 'react'
import { type Elsewhere, findElsewhere } from '../../members/find-in-other-organizations'
import { PATH_HEADER } from '../session/return-path'
import { getPrincipal } from '../session/session'

export const elsewhere = cache(async (): Promise<Elsewhere | null> => {
  const [principal, requestedPath] = [await getPrincipal(), (await headers()).get(PATH_HEADER)]
  if (principal?.actor.type !== 'user' || requestedPath === null) return null
  const { organizationId, actor } = principal
  return findElsewhere({ userId: actor.userId, organizationId }, requestedPath.split('?', 1)[0] ?? '')
})
