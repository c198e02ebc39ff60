import { v7 as uuidv7 } from 'uuid'
import { db, type Prisma } from '../../db'
import { encryptCredentials } from '../../reviews/sources/create-site-client'
import type { FeedSite } from '../servers/feed-site'

export async function aReview(organizationId: string, data: Partial<Prisma.ReviewUncheckedCreateInput> = {}) {
  return db.review.create({
    data: {
      organizationId,
      source: 'sandbox',
      externalId: uuidv7(),
      rating: 5,
      text: 'Good coffee.',
      publishedAt: new Date(),
      ...data,
    },
  })
}

export async function aFeedSource(
  organizationId: string,
  site: Pick<FeedSite, 'url' | 'token'>,
  data: Partial<Prisma.ReviewSourceUncheckedCreateInput> = {},
) {
  const id = uuidv7()
  return db.reviewSource.create({
    data: {
      id,
      organizationId,
      kind: 'feed',
      site: 'feed',
      name: 'Feed',
      config: { url: site.url, locations: {} },
      credentials: encryptCredentials(id, { token: site.token }),
      nextSyncAt: new Date(),
      ...data,
    },
  })
}

export async function insertSandboxReviews(organizationId: string, count: number): Promise<string[]> {
  const data = Array.from({ length: count }, (_, n) => {
    const at = new Date(Date.parse('2026-11-01T08:00:00Z') + n * 60_000)
    return { id: uuidv7(), organizationId, author: `Guest ${n}`, rating: 4, text: '', publishedAt: at, changedAt: at }
  })
  await db.sandboxReview.createMany({ data })
  return data.map(({ id }) => id).toReversed()
}
