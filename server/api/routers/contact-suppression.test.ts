import { describe, expect, it } from 'vitest'
import { hasOptedOut } from '../../contacts/contacts'
import { addSuppression, optOut } from '../../contacts/suppression'
import { db } from '../../db'
import { mergeMasterDataEntry } from '../../master-data/merge-and-delete'
import { aContact, aLocation, anEmailAddress, anOrganization, aSubscription } from '../../testing/factories/basics'
import { aSequence } from '../../testing/factories/sequences'
import { apiAs } from '../../testing/rest-client'
import { runSendingsAndReadState } from '../../testing/sendings'

describe('opt-outs and suppressed addresses of contacts', () => {
  it('201: a recreated contact stays unsubscribed if its address opted out, and cannot be resubscribed', async () => {
    const organizationId = await anOrganization()
    const call = apiAs(organizationId, 'contacts:write')
    const contact = await aContact(organizationId)
    expect(await hasOptedOut(organizationId, contact.id)).toBe(false)
    await optOut(organizationId, contact.id, contact.email)
    expect(await hasOptedOut(organizationId, contact.id)).toBe(true)
    await call(`DELETE /contacts/${contact.id}`)
    const again = await call('POST /contacts', { email: contact.email, firstName: 'Ada' })
    expect(again.body.data.unsubscribed).toBe(true)
    expect((await call(`PATCH /contacts/${again.body.data.id}`, { unsubscribed: false })).status).toBe(400)
  })

  it('201: the event of a contact with a suppressed address and a merged location is the contact as stored', async () => {
    const organizationId = await anOrganization()
    await aSubscription(organizationId, ['new_contact'])
    const call = apiAs(organizationId, 'contacts:read', 'contacts:write')
    const [from, into] = [await aLocation(organizationId), await aLocation(organizationId)]
    await mergeMasterDataEntry('location', organizationId, { id: from.id, intoId: into.id })
    const email = anEmailAddress()
    await addSuppression(db, organizationId, email, 'unsubscribed')
    const { body } = await call('POST /contacts', { email, firstName: 'Ada', locationId: from.id })
    expect(body.data).toMatchObject({ unsubscribed: true, locationId: into.id })
    expect((await call(`GET /contacts/${body.data.id}`)).body.data).toEqual(body.data)
    const deliveries = await db.webhookDelivery.findMany({ where: { organizationId } })
    expect(deliveries.map((delivery) => JSON.parse(delivery.body))).toEqual([[body.data]])
  })

  it('201: a recreated contact stays unsubscribed if the organization unsubscribed it, and can be resubscribed', async () => {
    const organizationId = await anOrganization()
    const call = apiAs(organizationId, 'contacts:write', 'sequences:execute')
    const { id, email } = await aContact(organizationId)
    await call(`PATCH /contacts/${id}`, { unsubscribed: true })
    await call(`DELETE /contacts/${id}`)
    const again = await call('POST /contacts', { email, firstName: 'Ada' })
    expect(again.body.data).toMatchObject({ unsubscribed: true })

    await call(`DELETE /contacts/${again.body.data.id}`)
    const { id: sequenceId } = await aSequence(organizationId)
    await call(`POST /sequences/${sequenceId}/execute`, { contacts: [{ email }] })
    const enrolled = await db.contact.findFirstOrThrow({ where: { organizationId, email } })
    expect(enrolled).toMatchObject({ unsubscribed: true, optedOutAt: null })

    const other = await aContact(organizationId)
    await call(`DELETE /contacts/${enrolled.id}`)
    expect((await call(`PATCH /contacts/${other.id}`, { email })).body.data.unsubscribed).toBe(true)
    expect((await call(`PATCH /contacts/${other.id}`, { unsubscribed: false })).body.data.unsubscribed).toBe(false)
    await call(`DELETE /contacts/${other.id}`)
    expect((await call('POST /contacts', { email, firstName: 'Ada' })).body.data.unsubscribed).toBe(false)
  })

  it('201: a contact with a bounced address starts subscribed but suppressed, and a later opt-out is remembered', async () => {
    const organizationId = await anOrganization()
    const call = apiAs(organizationId, 'contacts:write', 'sequences:execute')
    const email = anEmailAddress()
    await addSuppression(db, organizationId, email, 'bounced')
    const { body } = await call('POST /contacts', { email, firstName: 'Ada' })
    expect(body.data.unsubscribed).toBe(false)
    const other = await aContact(organizationId)
    await call(`DELETE /contacts/${body.data.id}`)
    expect((await call(`PATCH /contacts/${other.id}`, { email })).body.data.unsubscribed).toBe(false)
    await call(`DELETE /contacts/${other.id}`)
    const { id: sequenceId } = await aSequence(organizationId)
    await call(`POST /sequences/${sequenceId}/execute`, { contacts: [{ email }] })
    const enrolled = await db.contact.findFirstOrThrow({ where: { organizationId, email } })
    expect(enrolled.unsubscribed).toBe(false)
    const sending = await db.sending.findFirstOrThrow({ where: { organizationId } })
    await runSendingsAndReadState(organizationId, sending.id)
    expect(await db.sendingStep.findFirst({ where: { organizationId } })).toMatchObject({
      status: 'skipped',
      reason: { code: 'suppressed' },
    })

    await optOut(organizationId, enrolled.id, email)
    await call(`DELETE /contacts/${enrolled.id}`)
    expect((await call('POST /contacts', { email, firstName: 'Ada' })).body.data.unsubscribed).toBe(true)
  })
})
