import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import type { Message } from '../../messaging/message'
import {
  deleteOutboxMessages,
  getOutboxChannels,
  getOutboxMessage,
  listOutboxMessages,
  type OutboxViewer,
  storeInOutbox,
} from '../../messaging/outbox'
import type { Role } from '../../principal'
import { findById } from '../../search/find-by-id'
import { anOrganization } from '../../testing/factories/basics'
import { aMember } from '../../testing/factories/sessions'
import { apiAs } from '../../testing/rest-client'

const capture = (organizationId: string, message: Message) =>
  storeInOutbox(db, organizationId, [{ message, contactId: null }])

/** A reader with this role who was sent no message. */
const asA = (role: Role): OutboxViewer => ({ role, userId: randomUUID() })

describe('the Outbox', () => {
  it('the Outbox lists captured messages newest first, and does not show one to another organization', async () => {
    const organizationId = await anOrganization()
    await capture(organizationId, { channel: 'sms', from: 'Acme', to: '+33612345678', text: 'Hello' })
    await capture(organizationId, {
      channel: 'email',
      from: { name: 'Acme', address: 'feedback@acme.example' },
      to: { name: 'Ada', address: 'ada@example.com' },
      subject: 'Hi',
      text: 'Hello\n\nAda',
      html: '<p>Hello</p>',
      messageId: '<1@acme.example>',
      headers: { 'List-Unsubscribe': '<https://acme.example/u/1>' },
    })
    const { data, meta } = await listOutboxMessages(organizationId, asA('member'), { page: 1, limit: 50 })
    expect(meta.total).toBe(2)
    expect(data).toMatchObject([
      { channel: 'email', sender: 'Acme <feedback@acme.example>', recipient: 'ada@example.com', preview: 'Hello Ada' },
      { channel: 'sms', recipient: '+33612345678', subject: null },
    ])
    expect(
      (await listOutboxMessages(organizationId, asA('member'), { page: 1, limit: 50, channel: 'sms' })).meta.total,
    ).toBe(1)

    const id = data[0]?.id ?? ''
    expect(await getOutboxMessage(organizationId, asA('member'), id)).toMatchObject({
      html: '<p>Hello</p>',
      headers: { 'Message-ID': '<1@acme.example>', 'List-Unsubscribe': '<https://acme.example/u/1>' },
    })
    await expect(getOutboxMessage(await anOrganization(), asA('owner'), id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('the Outbox shows a message only to the roles that may see it, in the list, by id and in search', async () => {
    const organizationId = await anOrganization()
    const message: Message = { channel: 'sms', from: 'Acme', to: '+33612345678', text: 'A link' }
    await storeInOutbox(db, organizationId, [
      { message, contactId: null, visibleTo: 'owner' },
      { message, contactId: null, visibleTo: 'admin' },
      { message, contactId: null },
    ])
    const page = { page: 1, limit: 50 } as const
    for (const [role, count] of [
      ['owner', 3],
      ['admin', 2],
      ['member', 1],
    ] as const) {
      expect((await listOutboxMessages(organizationId, asA(role), page)).meta.total).toBe(count)
      expect((await listOutboxMessages(organizationId, asA(role), { ...page, search: 'link' })).data).toHaveLength(
        count,
      )
    }
    const { id } = await db.capturedMessage.findFirstOrThrow({ where: { organizationId, visibleTo: 'owner' } })
    for (const role of ['admin', 'member'] as const) {
      await expect(getOutboxMessage(organizationId, asA(role), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await deleteOutboxMessages(organizationId, asA(role), [id])).toEqual({ deleted: 0 })
    }
    expect((await findById(organizationId, id, true)).records).toEqual([])
    expect(await deleteOutboxMessages(organizationId, asA('owner'), [id])).toEqual({ deleted: 1 })
  })

  it('the Outbox shows a message to a user’s own number to that user only, in the list, by id and in search', async () => {
    const organizationId = await anOrganization()
    const [owner, member] = [await aMember(organizationId, 'owner'), await aMember(organizationId, 'member')]
    const message: Message = { channel: 'sms', from: 'Acme', to: '+33612345678', text: '123456 is the code' }
    await storeInOutbox(db, organizationId, [{ message, contactId: null, userId: member.userId }])
    const { id } = await db.capturedMessage.findFirstOrThrow({ where: { organizationId } })
    const page = { page: 1, limit: 50 } as const
    const own = { role: 'member', userId: member.userId } as const
    const other = { role: 'owner', userId: owner.userId } as const
    expect((await listOutboxMessages(organizationId, own, page)).data).toMatchObject([{ id }])
    expect((await listOutboxMessages(organizationId, own, { ...page, search: '3456' })).data).toHaveLength(1)
    expect(await listOutboxMessages(organizationId, other, page)).toMatchObject({ data: [], meta: { total: 0 } })
    expect((await listOutboxMessages(organizationId, other, { ...page, search: '3456' })).data).toEqual([])
    await expect(getOutboxMessage(organizationId, other, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await deleteOutboxMessages(organizationId, other, [id])).toEqual({ deleted: 0 })
    expect((await findById(organizationId, id, true)).records).toEqual([])
    expect(await deleteOutboxMessages(organizationId, own, [id])).toEqual({ deleted: 1 })
  })

  it('isCapturing reports that both email and SMS are captured', () => {
    expect(getOutboxChannels()).toEqual({ email: true, sms: true })
  })

  it('404: the Outbox is not reachable through the public API', async () => {
    expect((await apiAs(await anOrganization(), 'admin')('GET /outbox')).status).toBe(404)
  })
})
