import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { captureMessages, getCapturedMessage, isCapturing, listCapturedMessages } from '../messaging/captured'
import type { Message } from '../messaging/message'
import { anOrganization } from '../testing/factories/basics'
import { apiAs } from '../testing/http'

const capture = (organizationId: string, message: Message) =>
  captureMessages(db, organizationId, [{ message, contactId: null }])

describe('the Outbox', () => {
  it('keeps what was not sent, newest first, for its organization alone', async () => {
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
    const { data, meta } = await listCapturedMessages(organizationId, { page: 1, limit: 50 })
    expect(meta.total).toBe(2)
    expect(data).toMatchObject([
      { channel: 'email', sender: 'Acme <feedback@acme.example>', recipient: 'ada@example.com', preview: 'Hello Ada' },
      { channel: 'sms', recipient: '+33612345678', subject: null },
    ])
    expect((await listCapturedMessages(organizationId, { page: 1, limit: 50, channel: 'sms' })).meta.total).toBe(1)

    const id = data[0]?.id ?? ''
    expect(await getCapturedMessage(organizationId, id)).toMatchObject({
      html: '<p>Hello</p>',
      headers: { 'Message-ID': '<1@acme.example>', 'List-Unsubscribe': '<https://acme.example/u/1>' },
    })
    await expect(getCapturedMessage(await anOrganization(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('says whether messages are kept or sent', () => {
    expect(isCapturing()).toEqual({ email: true, sms: true })
  })

  it('404: has no address in the public API', async () => {
    expect((await apiAs(await anOrganization(), 'admin')('GET /outbox')).status).toBe(404)
  })
})
