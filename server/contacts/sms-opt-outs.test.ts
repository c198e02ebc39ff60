import { afterEach, describe, expect, it } from 'vitest'
import { db } from '../db'
import { setAppSecrets } from '../encryption'
import { env } from '../env'
import { aContact, anOrganization } from '../testing/factories/basics'
import { transact } from '../unit-of-work'
import { updateContact } from './contacts'
import { mergeContacts } from './merge/merge-contacts'
import { loadSmsOptOuts, recordSmsOptOut, rehashSmsOptOuts, removeSmsOptOut } from './sms-opt-outs'
import { upsertContact } from './upsert-batch'

const PHONE = '+33612345678'
const NEXT_SECRETS = ['the next secret of more than 32 characters', ...env.appSecrets] as const
const optOut = (organizationId: string) => transact(({ tx }) => recordSmsOptOut(tx, organizationId, PHONE))

describe('opt-outs of phone numbers', () => {
  afterEach(() => setAppSecrets(env.appSecrets))

  it('are of one organization and one number, and keep their time', async () => {
    const [organizationId, other] = [await anOrganization(), await anOrganization()]
    expect(await optOut(organizationId)).toBe(true)
    const before = await loadSmsOptOuts(db, organizationId, [PHONE, '+33612345679', null, 'ext. 12'])
    expect([...before.keys()]).toEqual([PHONE])
    expect(await optOut(organizationId)).toBe(false)
    expect(await loadSmsOptOuts(db, organizationId, [PHONE])).toEqual(before)
    expect(await loadSmsOptOuts(db, other, [PHONE])).toEqual(new Map())
  })

  it('appear once on the timeline of each contact with the number', async () => {
    const organizationId = await anOrganization()
    const contacts = [
      await aContact(organizationId, { phone: PHONE }),
      await aContact(organizationId, { phone: PHONE }),
    ]
    await aContact(organizationId, { phone: '+33612345679' })
    await optOut(organizationId)
    await optOut(organizationId)
    const events = await db.contactEvent.findMany({ where: { organizationId } })
    expect(events.map(({ contactId }) => contactId).sort()).toEqual(contacts.map(({ id }) => id).sort())
  })

  it('keep only the hash of a number that no contact has any more, however the contact lost it', async () => {
    const organizationId = await anOrganization()
    const stored = async () => (await db.smsOptOut.findMany({ where: { organizationId } })).map(({ phone }) => phone)
    const [one, shared] = [await aContact(organizationId, { phone: PHONE }), await aContact(organizationId)]
    await optOut(organizationId)
    await updateContact(organizationId, { id: shared.id, phone: PHONE })
    await updateContact(organizationId, { id: one.id, phone: '+33612345670' })
    expect(await stored()).toEqual([PHONE])
    await upsertContact(organizationId, { email: shared.email, phone: '+33612345671' })
    expect(await stored()).toEqual([null])
    expect((await loadSmsOptOuts(db, organizationId, [PHONE])).has(PHONE)).toBe(true)
    await transact(({ tx }) => recordSmsOptOut(tx, organizationId, '+33612345671'))
    await mergeContacts(organizationId, { id: one.id, otherId: shared.id, fromOther: [] })
    expect(await stored()).toEqual([null, null])
  })

  it('hold under every accepted secret, and are lifted under each', async () => {
    const organizationId = await anOrganization()
    await optOut(organizationId)
    const before = await loadSmsOptOuts(db, organizationId, [PHONE])
    setAppSecrets([...NEXT_SECRETS])
    expect(await loadSmsOptOuts(db, organizationId, [PHONE])).toEqual(before)
    expect(await rehashSmsOptOuts(db, organizationId, [PHONE])).toBe(1)
    expect(await rehashSmsOptOuts(db, organizationId, [PHONE])).toBe(0)
    setAppSecrets([NEXT_SECRETS[0]])
    expect(await loadSmsOptOuts(db, organizationId, [PHONE])).toEqual(before)
    expect(await transact(({ tx }) => removeSmsOptOut(tx, organizationId, PHONE))).toBe(true)
    expect(await db.smsOptOut.count({ where: { organizationId } })).toBe(0)
  })
})
