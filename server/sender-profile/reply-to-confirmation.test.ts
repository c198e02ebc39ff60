import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, it } from 'vitest'
import { requestAccountPage } from '../../app/(account)/account-page-test-client'
import { db } from '../db'
import { sendSystemEmail } from '../system-emails/send-system-email'
import { aMemberBrowser, listAuditActions, type MemberBrowser } from '../testing/clients/member-browser'
import { useMailbox } from '../testing/environment'
import { anEmailAddress, anOrganization } from '../testing/factories/basics'
import { forgeToken } from '../testing/forged-token'
import { getSenderSettings, updateSenderProfile } from './sender-profile'

const mailbox = await useMailbox()

let organizationId: string
let owner: MemberBrowser
let email: string
beforeEach(async () => {
  organizationId = await anOrganization({ name: 'Harbour Bakery' })
  owner = await aMemberBrowser(organizationId, 'owner')
  email = anEmailAddress()
})

const ask = async (to = email) => (await owner.call('sender.requestReplyTo', { email: to })).status
const sendEmails = async () => {
  for (const { id } of await db.systemEmail.findMany({ where: { organizationId, endedAt: null } }))
    await sendSystemEmail(id)
}
const lastLink = (to = email) =>
  /https:\/\/feedback\.example\.com(\/confirm-reply-to\/[\w-]{43})/.exec(mailbox.to(to).at(-1)?.mail.text ?? '')?.[1] ??
  ''
const visit = (link: string) => requestAccountPage(`test-${uuidv7()}`, link)
const press = async (link: string) => (await requestAccountPage(`test-${uuidv7()}`, link, {})).status
const replyToEmail = async () => (await getSenderSettings(organizationId)).replyToEmail

async function linkFor(to = email): Promise<string> {
  expect(await ask(to)).toBe(200)
  await sendEmails()
  return lastLink(to)
}

it('sends replies to an address once its link was followed and its button pressed, until then to the former one', async () => {
  await db.user.update({ where: { id: owner.userId }, data: { emailVerifiedAt: new Date() } })
  await updateSenderProfile(organizationId, { replyToUserId: owner.userId })
  const link = await linkFor()
  const { mail } = mailbox.to(email).at(-1) ?? {}
  expect(mail?.subject).toBe('May replies to Harbour Bakery come here?')
  expect((await getSenderSettings(organizationId)).pendingReplyTo).toMatchObject({ email, isExpired: false })
  const page = await visit(link)
  expect(page.status).toBe(200)
  expect(page.html).toContain(email)
  expect(await replyToEmail(), 'opening the link changes nothing').toBeNull()

  expect(await press(link)).toBe(303)
  expect(await getSenderSettings(organizationId)).toMatchObject({
    replyToEmail: email,
    replyToUserId: null,
    pendingReplyTo: null,
  })
  expect((await visit(link)).html).toContain('Replies come here now')
  expect(await listAuditActions(organizationId)).toEqual([
    'settings.changed',
    'reply_to.requested',
    'reply_to.confirmed',
  ])
})

it('does not undo a later choice when a used link is pressed again', async () => {
  const link = await linkFor()
  await press(link)
  await updateSenderProfile(organizationId, { replyToUserId: null, replyToEmail: null })
  expect(await press(link)).toBe(400)
  expect(await replyToEmail()).toBeNull()
})

it('two concurrent presses of the link have one effect', async () => {
  const link = await linkFor()
  expect(new Set(await Promise.all([press(link), press(link)]))).toEqual(new Set([303, 400]))
  expect((await listAuditActions(organizationId)).filter((action) => action === 'reply_to.confirmed')).toHaveLength(1)
})

it('410: an expired link changes nothing, and works again once it is sent again', async () => {
  const link = await linkFor()
  await db.replyToConfirmation.updateMany({ where: { organizationId }, data: { expiresAt: new Date(Date.now() - 1) } })
  expect((await visit(link)).status).toBe(410)
  expect(await press(link)).toBe(400)
  expect((await getSenderSettings(organizationId)).pendingReplyTo).toMatchObject({ email, isExpired: true })
  expect(await linkFor()).toBe(link)
  expect(mailbox.to(email)).toHaveLength(2)
  expect(await press(link)).toBe(303)
})

it('404: a link of another request, a cancelled one or an altered one changes nothing', async () => {
  const first = await linkFor()
  const other = anEmailAddress()
  const second = await linkFor(other)
  expect(second).not.toBe(first)
  expect((await visit(first)).status).toBe(404)
  expect(await press(first)).toBe(400)
  await owner.call('sender.cancelReplyTo')
  expect((await visit(second)).status).toBe(404)
  expect(await press(second)).toBe(400)
  const third = await linkFor(other)
  expect(await press(forgeToken(third))).toBe(400)
  expect(await replyToEmail()).toBeNull()
})

it('a link of one organization changes no other, though both asked the same address', async () => {
  const link = await linkFor()
  const others = await aMemberBrowser(await anOrganization(), 'owner')
  await others.call('sender.requestReplyTo', { email })
  await press(link)
  expect(await replyToEmail()).toBe(email)
  const { organizationId: otherId } = await db.session.findUniqueOrThrow({ where: { id: others.sessionId } })
  expect((await getSenderSettings(otherId ?? '')).replyToEmail).toBeNull()
})

it('400: does not ask an address that gets the replies already, and removes it when a member is chosen', async () => {
  await press(await linkFor())
  expect(await ask()).toBe(400)
  await db.user.update({ where: { id: owner.userId }, data: { emailVerifiedAt: new Date() } })
  await updateSenderProfile(organizationId, { replyToUserId: owner.userId })
  expect(await getSenderSettings(organizationId)).toMatchObject({ replyToEmail: null, replyToUserId: owner.userId })
})

it('429: sends at most five links a day to one address', async () => {
  for (let count = 1; count <= 5; count += 1) expect(await ask()).toBe(200)
  expect(await ask()).toBe(429)
})

it('the email of a request that was cancelled before it left is not sent', async () => {
  await ask()
  await owner.call('sender.cancelReplyTo')
  await sendEmails()
  expect(mailbox.to(email)).toEqual([])
})
