import 'server-only'
import { headers } from 'next/headers'
import { cache } from 'react'
import { type Elsewhere, findElsewhere } from '../../members/elsewhere'
import { PATH_HEADER } from '../session/return-path'
import { getPrincipal } from '../session/session'

/** Used by the 404 page: finds another organization of the user in which the requested path exists, or null. */
export const elsewhere = cache(async (): Promise<Elsewhere | null> => {
  const [principal, asked] = [await getPrincipal(), (await headers()).get(PATH_HEADER)]
  if (principal?.actor.type !== 'user' || asked === null) return null
  const { organizationId, actor } = principal
  return findElsewhere({ userId: actor.userId, organizationId }, asked.split('?', 1)[0] ?? '')
})
