import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { GET as getLogo, HEAD as headLogo } from '../../app/(survey)/logo/[id]/route'
import { requestPublicPage } from '../../app/(survey)/public-page-test-client'
import * as surveyPage from '../../app/(survey)/s/[token]/route'
import { db } from '../db'
import { ValidationError } from '../errors'
import { loadSendingBatch } from '../sequences/sending/queries'
import { aMemberBrowser, listAuditActions } from '../testing/clients/member-browser'
import { useMailbox } from '../testing/environment'
import { aContact, anOrganization, aSurvey } from '../testing/factories/basics'
import { aSurveyRequest } from '../testing/factories/responses'
import { aSending, aSequence } from '../testing/factories/sequences'
import { aMember } from '../testing/factories/sessions'
import { runSendingsAndReadState } from '../testing/sendings'
import { UpdateSenderProfile } from './schema'
import { getSenderSettings, updateSenderProfile } from './sender-profile'

const mailbox = await useMailbox()

let organizationId: string
beforeEach(async () => {
  organizationId = await anOrganization({ name: 'Harbour Bakery' })
})

async function sendSurvey(language: 'en' | 'fr' = 'en') {
  const { id: surveyId } = await aSurvey(organizationId)
  const person = await aContact(organizationId, { preferredLanguage: language })
  const sequence = await aSequence(organizationId, [{ type: 'survey', surveyId }])
  const sending = await aSending(organizationId, sequence.id, { contactId: person.id, email: person.email })
  await runSendingsAndReadState(organizationId, sending.id)
  const [received] = mailbox.to(person.email)
  if (!received) throw new Error('not sent')
  return received
}

async function requestLogo(path: string, method: 'GET' | 'HEAD' = 'GET') {
  const id = path.replace('/logo/', '')
  const handle = method === 'GET' ? getLogo : headLogo
  return handle(new Request(`http://localhost${path}`, { method }), { params: Promise.resolve({ id }) })
}

async function aLogo(color: string, width = 600): Promise<string> {
  const image = sharp({ create: { width, height: 150, channels: 3, background: color } })
  return (await image.png().toBuffer()).toString('base64')
}

describe('the sender profile', () => {
  it('updates only the fields given, and clears optional ones with null', async () => {
    await updateSenderProfile(organizationId, { fromName: 'Anna of the bakery', brandColor: '#1f6f5c' })
    await updateSenderProfile(organizationId, { footerText: { en: 'Registered in Harwich', fr: null } })
    expect(await getSenderSettings(organizationId)).toMatchObject({
      fromName: 'Anna of the bakery',
      brandColor: '#1f6f5c',
      footerText: { en: 'Registered in Harwich', fr: null },
      logo: null,
      pendingReplyTo: null,
    })
    await updateSenderProfile(organizationId, { fromName: null, brandColor: null })
    expect(await getSenderSettings(organizationId)).toMatchObject({ fromName: null, brandColor: null })
    expect(await listAuditActions(organizationId)).toEqual(['settings.changed', 'settings.changed', 'settings.changed'])
  })

  it.each([
    [{ brandColor: 'red' }, 'brandColor'],
    [{ brandColor: '#fff; } body { display: none' }, 'brandColor'],
    [{ fromName: 'Two\nlines' }, 'fromName'],
    [{ fromName: 'x'.repeat(101) }, 'fromName'],
    [{ fromName: ' ' }, 'fromName'],
    [{ pageLook: { corners: '3px', font: 'system', scheme: 'auto' } }, 'pageLook.corners'],
    [{ pageLook: { corners: 'none', font: 'Comic Sans MS', scheme: 'auto' } }, 'pageLook.font'],
    [{ footerText: { en: 'x'.repeat(501), fr: null } }, 'footerText.en'],
    [{ postalAddress: 'x'.repeat(301) }, 'postalAddress'],
    [{ replyToEmail: 'someone@example.com' }, 'replyToEmail'],
  ])('refuses the invalid profile %j', (changes, field) => {
    expect(UpdateSenderProfile.safeParse(changes).error?.issues.map(({ path }) => path.join('.'))).toContain(field)
  })

  it('refuses a Reply-To of someone who is no member, or has not confirmed their address', async () => {
    const stranger = await aMember(await anOrganization(), 'owner')
    await db.user.update({ where: { id: stranger.userId }, data: { emailVerifiedAt: new Date() } })
    const unconfirmed = await aMember(organizationId, 'member')
    await db.user.update({ where: { id: unconfirmed.userId }, data: { emailVerifiedAt: null } })
    for (const { userId } of [stranger, unconfirmed])
      await expect(updateSenderProfile(organizationId, { replyToUserId: userId })).rejects.toBeInstanceOf(
        ValidationError,
      )
    expect((await getSenderSettings(organizationId)).replyToUserId).toBeNull()
  })

  it('lets the mail provider count openings and clicks only while that is switched on', async () => {
    const ofNextEmail = async () => (await loadSendingBatch(db, organizationId, [])).organization?.tracksOpensAndClicks
    expect(await ofNextEmail()).toBe(false)
    expect(await updateSenderProfile(organizationId, { tracksOpensAndClicks: true })).toMatchObject({
      tracksOpensAndClicks: true,
    })
    expect(await ofNextEmail()).toBe(true)
  })

  it('is in the email to a customer: sender name, logo, and footer in their language', async () => {
    const owner = await aMemberBrowser(organizationId, 'owner')
    await updateSenderProfile(organizationId, {
      fromName: 'Anna of the bakery',
      footerText: { en: 'Registered in Harwich\nhttps://bakery.example.com/legal', fr: 'Inscrite à Harwich' },
    })
    expect((await owner.call('sender.uploadLogo', { image: await aLogo('#a03020') })).status).toBe(200)
    const { logo } = await getSenderSettings(organizationId)
    const { mail } = await sendSurvey()
    expect(mail.from?.name).toBe('Anna of the bakery')
    expect(mail.html).toContain(
      `<img src="https://feedback.example.com${logo?.path}" alt="Harbour Bakery" width="200" height="50"`,
    )
    expect(mail.html).toContain('href="https://bakery.example.com/legal"')
    expect(mail.text).toContain('Registered in Harwich\nhttps://bakery.example.com/legal')
    const french = (await sendSurvey('fr')).mail
    expect(french.text).toContain('Inscrite à Harwich')
    await updateSenderProfile(organizationId, { footerText: { en: 'Registered in Harwich', fr: null } })
    expect((await sendSurvey('fr')).mail.text, 'the text of the other language').toContain('Registered in Harwich')
  })
})

describe('the logo', () => {
  it('is served to everyone under an address that changes with it, without scripts', async () => {
    const owner = await aMemberBrowser(organizationId, 'owner')
    expect((await owner.call('sender.uploadLogo', { image: await aLogo('#a03020') })).data).toMatchObject({
      width: 200,
      height: 50,
    })
    const first = (await getSenderSettings(organizationId)).logo?.path ?? ''
    const response = await requestLogo(first)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).format).toBe('png')
    expect((await requestLogo(first, 'HEAD')).status).toBe(200)

    await owner.call('sender.uploadLogo', { image: await aLogo('#2030a0') })
    const second = (await getSenderSettings(organizationId)).logo?.path ?? ''
    expect(second).not.toBe(first)
    expect([(await requestLogo(first)).status, (await requestLogo(second)).status]).toEqual([404, 200])
    expect(await db.organizationLogo.count({ where: { organizationId } })).toBe(1)

    await owner.call('sender.deleteLogo')
    expect((await requestLogo(second)).status).toBe(404)
    expect((await getSenderSettings(organizationId)).logo).toBeNull()
    expect(await listAuditActions(organizationId)).toEqual(['logo.uploaded', 'logo.uploaded', 'logo.deleted'])
  })

  it.each(['/logo/', '/logo/1', '/logo/0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57', '/logo/..%2f..'])(
    '404: %s is no logo',
    async (path) => {
      expect((await requestLogo(path)).status).toBe(404)
    },
  )

  it('replaces the name on the survey page, which allows images of its own origin only', async () => {
    const owner = await aMemberBrowser(organizationId, 'admin')
    await owner.call('sender.uploadLogo', { image: await aLogo('#a03020') })
    const { logo } = await getSenderSettings(organizationId)
    const { token } = await aSurveyRequest(organizationId)
    const { html, headers } = await requestPublicPage(surveyPage.GET, `/s/${token}`)
    expect(html).toContain(`<img class="logo" src="${logo?.path}" alt="Harbour Bakery" width="200" height="50"/>`)
    expect(html).not.toContain('class="mark"')
    expect(headers.get('content-security-policy')).toContain("img-src 'self' data:")
  })

  it('400: refuses what is no image, or larger than 200 kB, and keeps the former logo', async () => {
    const owner = await aMemberBrowser(organizationId, 'owner')
    await owner.call('sender.uploadLogo', { image: await aLogo('#a03020') })
    const { logo } = await getSenderSettings(organizationId)
    for (const image of [
      'not base64!',
      Buffer.from('<svg/>').toString('base64'),
      Buffer.alloc(201_000).toString('base64'),
    ])
      expect((await owner.call('sender.uploadLogo', { image })).status).toBe(400)
    expect((await getSenderSettings(organizationId)).logo).toEqual(logo)
  })

  it('403: a member cannot read or change the sender', async () => {
    const member = await aMemberBrowser(organizationId, 'member')
    for (const [procedure, input] of [
      ['sender.get', undefined],
      ['sender.update', { fromName: 'Mine' }],
      ['sender.uploadLogo', { image: await aLogo('#a03020') }],
      ['sender.deleteLogo', {}],
      ['sender.requestReplyTo', { email: 'mine@example.com' }],
      ['sender.cancelReplyTo', {}],
    ] as const)
      expect([procedure, (await member.call(procedure, input)).status]).toEqual([procedure, 403])
  })
})
