import 'server-only'
import { headers } from 'next/headers'
import { cache } from 'react'
import { type Elsewhere, findElsewhere } from '../members/elsewhere'
import { PATH_HEADER } from './return-path'
import { getPrincipal } from './session'

/**
 * Where the address of this page leads somewhere, for the page that says that it leads nowhere: another organization of the
 * signed-in person, or null. Asked once per request.
 */
export const elsewhere = cache(async (): Promise<Elsewhere | null> => {
  const [principal, asked] = [await getPrincipal(), (await headers()).get(PATH_HEADER)]
  if (principal?.actor.type !== 'user' || asked === null) return null
  const { organizationId, actor } = principal
  return findElsewhere({ userId: actor.userId, organizationId }, asked.split('?', 1)[0] ?? '')
})
