import { v7 as uuidv7 } from 'uuid'
import { db, type Prisma } from '../../db'

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
