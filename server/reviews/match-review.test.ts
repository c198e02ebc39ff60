import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { aContact, anOrganization } from '../testing/factories/basics'
import { aReview } from '../testing/factories/reviews'
import { matchReview } from './match-review'
import { getReviewDetail } from './review-detail'

let organizationId: string

beforeEach(async () => {
  organizationId = await anOrganization()
})

describe('a review that is matched with a contact', () => {
  it('shows them, and who changed it, until it is another or none', async () => {
    const { id } = await aReview(organizationId)
    const contacts = [
      await aContact(organizationId, { firstName: 'Ada', lastName: 'Lovelace' }),
      await aContact(organizationId, { firstName: 'Grace', lastName: null }),
    ]
    for (const contact of [...contacts, ...contacts.slice(1)])
      await matchReview(organizationId, { id, contactId: contact.id }, null)
    const matched = await getReviewDetail(organizationId, id)
    expect(matched.contact).toEqual({ id: contacts[1]?.id, name: 'Grace' })
    await matchReview(organizationId, { id, contactId: null }, null)
    const { contact, history } = await getReviewDetail(organizationId, id)
    expect(contact).toBeNull()
    expect(history.map(({ kind }) => kind)).toEqual(['matched', 'matched', 'unmatched'])
  })

  it('shows none after the contact was deleted', async () => {
    const { id } = await aReview(organizationId, { contactId: uuidv7() })
    expect(await getReviewDetail(organizationId, id)).toMatchObject({ contact: null })
  })

  it('is refused for what is not of the organization', async () => {
    const other = await anOrganization()
    const [review, strange] = [await aReview(organizationId), await aReview(other)]
    const contactId = (await aContact(other)).id
    await expect(matchReview(organizationId, { id: review.id, contactId }, null)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    await expect(matchReview(organizationId, { id: strange.id, contactId: null }, null)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
