import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '../clock'
import { db } from '../db'
import { RateLimitExceeded } from '../errors'
import { channels } from '../messaging/channels'
import type { MessageOutcome, SmsMessage } from '../messaging/message'
import { anOrganization } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import { deleteDueAccounts } from './account-deletion'
import { cancelPhoneChange, confirmPhone, removePhone, requestPhoneChange } from './phone-number'
import { getProfile } from './profile'
import { exportUserData } from './user-data-export'

afterEach(() => {
  channels.sms = null
  vi.useRealTimers()
})

let organizationId: string
let person: { userId: string }
/** Unique per test, because codes are rate-limited per number. */
let phone: string

beforeEach(async () => {
  organizationId = await anOrganization({ name: 'Analytical Engines', defaultCountry: 'FR' })
  person = await aMember(organizationId, 'member')
  phone = aPhone()
})

function aPhone(): string {
  return `+336${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
}

const listCaptured = () => db.capturedMessage.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
const codeIn = (text = '') => /\b\d{6}\b/.exec(text)?.[0] ?? ''
const lastCode = async () => codeIn((await listCaptured()).at(-1)?.text)
/** A code that differs from this one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('phone number confirmation', () => {
  it('confirms a phone number by the code in the Outbox, whatever the spelling of number and code', async () => {
    await requestPhoneChange(organizationId, person, { phone: phone.replace('+33', '0') })
    expect(await listCaptured()).toMatchObject([{ channel: 'sms', recipient: phone, sender: 'Analytical Engines' }])
    const code = await lastCode()
    expect((await listCaptured())[0]?.text).toBe(
      `${code} is the code that confirms your number for Customer Feedback Service. It is good for 10 minutes.`,
    )
    const change = await db.phoneChange.findUniqueOrThrow({ where: { userId: person.userId } })
    expect(Buffer.from(change.codeHash).toString('latin1')).not.toContain(code)
    expect(await getProfile(person)).toMatchObject({ phone: null, pendingPhone: { phone } })
    await confirmPhone(person, { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(await getProfile(person)).toMatchObject({ phone, pendingPhone: null })
    await expect(requestPhoneChange(organizationId, person, { phone })).rejects.toMatchObject({ status: 400 })
    await expect(confirmPhone(person, { code })).rejects.toMatchObject({ status: 400 })
    const [audited] = await db.auditEvent.findMany({ where: { organizationId, action: 'phone.confirmed' } })
    expect(JSON.stringify(audited)).not.toContain(phone)
  })

  it.each(['٠', '०', '０'])('accepts a phone code in the digits of another script, with zero %s', async (zero) => {
    await requestPhoneChange(organizationId, person, { phone })
    const digits = Array.from({ length: 10 }, (_, digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + digit))
    const code = (await lastCode()).replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? '')
    await confirmPhone(person, { code })
    expect(await getProfile(person)).toMatchObject({ phone })
  })

  it('limits a phone code to five tries, even concurrently, and to the number it was sent to', async () => {
    await requestPhoneChange(organizationId, person, { phone })
    const code = await lastCode()
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, async () => confirmPhone(person, { code: wrong(code) })),
    )
    expect(tries.every(({ status }) => status === 'rejected')).toBe(true)
    await expect(confirmPhone(person, { code })).rejects.toMatchObject({
      details: { code: ['This code is no longer good. Send a new one.'] },
    })
    expect(await db.phoneChange.findUnique({ where: { userId: person.userId } })).toMatchObject({ tries: 5 })

    const stranger = await aMember(organizationId, 'member')
    await requestPhoneChange(organizationId, stranger, { phone })
    await db.phoneChange.update({ where: { userId: stranger.userId }, data: { phone: aPhone() } })
    await expect(confirmPhone(stranger, { code: await lastCode() })).rejects.toMatchObject({ status: 400 })
    expect(await getProfile(stranger)).toMatchObject({ phone: null })
  })

  it('refuses a phone code after ten minutes or once a newer one was sent', async () => {
    await requestPhoneChange(organizationId, person, { phone })
    const first = await lastCode()
    await requestPhoneChange(organizationId, person, { phone })
    await expect(confirmPhone(person, { code: first })).rejects.toMatchObject({ status: 400 })
    const second = await lastCode()
    vi.useFakeTimers({ now: Date.now() + 10 * MINUTE_MS, toFake: ['Date'] })
    expect(await getProfile(person)).toMatchObject({ pendingPhone: null })
    await expect(confirmPhone(person, { code: second })).rejects.toMatchObject({ status: 400 })
  })

  it.each(['12', 'ext. 5', '+999123456789', '\u202e'])('refuses an invalid phone number: %j', async (typed) => {
    await expect(requestPhoneChange(organizationId, person, { phone: typed })).rejects.toMatchObject({ status: 400 })
    expect(await listCaptured()).toEqual([])
  })
})

describe('phone codes', () => {
  it('limits phone codes to five per person, five per number and thirty per organization', async () => {
    for (let sent = 0; sent < 5; sent += 1) await requestPhoneChange(organizationId, person, { phone: aPhone() })
    await expect(requestPhoneChange(organizationId, person, { phone: aPhone() })).rejects.toThrow(RateLimitExceeded)
    const another = await aMember(organizationId, 'member')
    await requestPhoneChange(organizationId, another, { phone: aPhone() })

    for (let sent = 0; sent < 5; sent += 1)
      await requestPhoneChange(organizationId, await aMember(organizationId, 'member'), { phone })
    await expect(requestPhoneChange(organizationId, another, { phone })).rejects.toThrow(RateLimitExceeded)

    for (let sent = 11; sent < 30; sent += 1)
      await requestPhoneChange(organizationId, await aMember(organizationId, 'member'), { phone: aPhone() })
    await expect(requestPhoneChange(organizationId, another, { phone: aPhone() })).rejects.toThrow(RateLimitExceeded)
  })

  it('sends phone codes through the SMS provider, and changes nothing when the provider refuses', async () => {
    const offered: SmsMessage[] = []
    const outcomes: MessageOutcome[] = [{ state: 'accepted' }, { state: 'refused', words: 'landline' }]
    channels.sms = async (message) => {
      offered.push(message)
      return outcomes.shift() ?? { state: 'accepted' }
    }
    await requestPhoneChange(organizationId, person, { phone })
    expect(offered).toMatchObject([{ to: phone, from: 'Analytical Engines' }])
    expect(await listCaptured()).toEqual([])
    await confirmPhone(person, { code: codeIn(offered[0]?.text) })
    const refused = requestPhoneChange(organizationId, person, { phone: aPhone() })
    await expect(refused).rejects.toMatchObject({ status: 400 })
    expect(await getProfile(person)).toMatchObject({ phone, pendingPhone: null })
  })

  it('requires a phone number confirmed through the Outbox to be confirmed again once SMS is configured', async () => {
    await requestPhoneChange(organizationId, person, { phone })
    await confirmPhone(person, { code: await lastCode() })
    expect(await getProfile(person)).toMatchObject({ phone, isPhoneVerified: true })
    const offered: SmsMessage[] = []
    channels.sms = async (message) => {
      offered.push(message)
      return { state: 'accepted' }
    }
    expect(await getProfile(person)).toMatchObject({ phone, isPhoneVerified: false })
    await requestPhoneChange(organizationId, person, { phone })
    await confirmPhone(person, { code: codeIn(offered[0]?.text) })
    expect(await getProfile(person)).toMatchObject({ phone, isPhoneVerified: true })
    await expect(requestPhoneChange(organizationId, person, { phone })).rejects.toMatchObject({ status: 400 })
  })

  it('counts a phone code against the daily quota, and sends none once that is used up', async () => {
    await db.organization.update({ where: { id: organizationId }, data: { quotaPerDay: 1 } })
    channels.sms = async () => ({ state: 'accepted' })
    await requestPhoneChange(organizationId, person, { phone })
    const [use] = await db.dailyUsage.findMany({ where: { organizationId } })
    expect(use).toMatchObject({ used: 1, accepted: 1 })
    const other = await aMember(organizationId, 'member')
    await expect(requestPhoneChange(organizationId, other, { phone: aPhone() })).rejects.toThrow(RateLimitExceeded)
  })

  it('lets other organizations send a code to a number for which one has reached its limit', async () => {
    for (let sent = 0; sent < 5; sent += 1)
      await requestPhoneChange(organizationId, await aMember(organizationId, 'member'), { phone })
    await expect(requestPhoneChange(organizationId, person, { phone })).rejects.toThrow(RateLimitExceeded)
    const elsewhere = await anOrganization({ defaultCountry: 'FR' })
    await requestPhoneChange(elsewhere, await aMember(elsewhere, 'member'), { phone })
  })

  it('sends no phone code for a suspended organization', async () => {
    await db.organization.update({ where: { id: organizationId }, data: { suspendedAt: new Date() } })
    await expect(requestPhoneChange(organizationId, person, { phone })).rejects.toMatchObject({ status: 403 })
    expect(await db.phoneChange.count({ where: { userId: person.userId } })).toBe(0)
  })
})

describe('phone number removal', () => {
  it('deletes the captured codes of a phone number that is removed, replaced or cancelled', async () => {
    const numbers = async () => (await listCaptured()).map(({ recipient }) => recipient)
    await requestPhoneChange(organizationId, person, { phone })
    await confirmPhone(person, { code: await lastCode() })
    const [unwanted, next] = [aPhone(), aPhone()]
    await requestPhoneChange(organizationId, person, { phone: unwanted })
    await requestPhoneChange(organizationId, person, { phone: next })
    expect(await numbers()).toEqual([phone, next])
    await confirmPhone(person, { code: await lastCode() })
    expect(await numbers()).toEqual([next])
    await requestPhoneChange(organizationId, person, { phone: unwanted })
    await cancelPhoneChange(person)
    expect(await numbers()).toEqual([next])
    expect(await getProfile(person)).toMatchObject({ phone: next, pendingPhone: null })
    await removePhone(person)
    expect(await numbers()).toEqual([])
    expect(await getProfile(person)).toMatchObject({ phone: null })
  })

  it('exports the phone number with the personal data and deletes its codes with the account', async () => {
    await requestPhoneChange(organizationId, person, { phone })
    await confirmPhone(person, { code: await lastCode() })
    const reader = { type: 'user', userId: person.userId, sessionId: uuidv7() } as never
    expect(JSON.stringify(await exportUserData(reader))).toContain(phone)
    await db.user.update({ where: { id: person.userId }, data: { deletesAt: new Date(Date.now() - 1000) } })
    await deleteDueAccounts()
    expect(await db.user.count({ where: { id: person.userId } })).toBe(0)
    expect(await listCaptured()).toEqual([])
  })
})
