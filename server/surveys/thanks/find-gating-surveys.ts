import type { Tx } from '../../db'
import { findGatedReviewLinks } from './find-gated-review-links'
import { asStoredEndings, asStoredThanks } from './thanks'

/**
 * Finds surveys whose thanks or endings lead to one of these addresses after some scores only.
 * @param urls of review links
 * @returns the name of one such survey by address
 */
export async function findGatingSurveys(
  tx: Tx,
  organizationId: string,
  urls: readonly string[],
): Promise<Map<string, string>> {
  const surveys = await tx.survey.findMany({
    where: {
      organizationId,
      deletedAt: null,
      OR: [{ NOT: { thanks: { equals: {} } } }, { NOT: { endings: { equals: [] } } }],
    },
    select: { name: true, type: true, thanks: true, endings: true },
    orderBy: { id: 'asc' },
  })
  return new Map(
    surveys.flatMap(({ name, type, thanks, endings }) => {
      const pages = { type, thanks: asStoredThanks(thanks), endings: asStoredEndings(endings) }
      const countGated = (links: readonly string[]) => Object.keys(findGatedReviewLinks(pages, links)).length
      const others = countGated([])
      return urls.filter((url) => countGated([url]) > others).map((url) => [url, name] as const)
    }),
  )
}
