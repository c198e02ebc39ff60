import { expect, it } from 'vitest'
import { requestPreferenceLink } from '../contacts/preferences/preference-link'
import { db } from '../db'
import { env } from '../env'
import { CreateSurveyLink } from '../survey-links/schema'
import { createSurveyLink } from '../survey-links/survey-links'
import { sendSystemEmail } from '../system-emails/send-system-email'
import { useMailbox } from '../testing/environment'
import { aContact, anOrganization, aSurvey } from '../testing/factories/basics'
import { aSending, aSequence } from '../testing/factories/sequences'
import { runSendings, runSendingsAndReadState } from '../testing/sendings'
import { aLinkDomain } from './link-domain-fixture'

const mailbox = await useMailbox()

const hostsIn = (text: string) => [
  ...new Set([...text.matchAll(/https:\/\/([^/\s"<>]+)\/[sut]\//g)].map(([, host]) => host)),
]
const { host: SERVICE_HOST } = new URL(env.baseUrl)

async function mailSurvey(organizationId: string) {
  const survey = await aSurvey(organizationId)
  const contact = await aContact(organizationId)
  const sequence = await aSequence(organizationId, [{ type: 'email', surveyId: survey.id }])
  const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
  await runSendingsAndReadState(organizationId, sending.id)
  const [received] = mailbox.to(contact.email)
  if (!received) throw new Error('not sent')
  return { contact, ...received }
}

it('a survey mail links to the domain, also in its headers, and without a domain to the service', async () => {
  const organizationId = await anOrganization()
  const domain = await aLinkDomain(organizationId)
  const { mail } = await mailSurvey(organizationId)
  expect(hostsIn(mail.text ?? '')).toEqual([domain])
  expect(hostsIn(String(mail.html))).toEqual([domain])
  expect(JSON.stringify(mail.headers)).toContain(`https://${domain}/u/`)
  const { mail: other } = await mailSurvey(await anOrganization())
  expect(hostsIn(other.text ?? '')).toEqual([SERVICE_HOST])
})

it('a mail links to the service while the domain is not verified', async () => {
  const organizationId = await anOrganization()
  await aLinkDomain(organizationId)
  await db.linkDomain.update({ where: { organizationId }, data: { verifiedAt: null } })
  expect(hostsIn((await mailSurvey(organizationId)).mail.text ?? '')).toEqual([SERVICE_HOST])
})

it('a text message has a short link with the domain', async () => {
  const organizationId = await anOrganization()
  const domain = await aLinkDomain(organizationId)
  const survey = await aSurvey(organizationId)
  const contact = await aContact(organizationId, { phone: '+33612345678' })
  const sequence = await aSequence(organizationId, [{ type: 'sms', surveyId: survey.id, body: { en: 'How was it?' } }])
  await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
  await runSendings(organizationId)
  const [message] = await db.capturedMessage.findMany({ where: { organizationId } })
  expect(hostsIn(message?.text ?? '')).toEqual([domain])
})

it('the mailed link of the preference page has the domain', async () => {
  const organizationId = await anOrganization()
  const { contact } = await mailSurvey(organizationId)
  const domain = await aLinkDomain(organizationId)
  await requestPreferenceLink(organizationId, contact.email, 'en')
  const [queued] = await db.systemEmail.findMany({ where: { organizationId, kind: 'preferenceLink' } })
  await sendSystemEmail(queued?.id ?? '')
  expect(hostsIn(mailbox.to(contact.email).at(-1)?.mail.text ?? '')).toEqual([domain])
})

it('an open link has the domain', async () => {
  const organizationId = await anOrganization()
  const domain = await aLinkDomain(organizationId)
  const survey = await aSurvey(organizationId)
  const { url, slug } = await createSurveyLink(
    organizationId,
    CreateSurveyLink.parse({ id: survey.id, name: 'Counter' }),
  )
  expect(url).toBe(`https://${domain}/f/${slug}`)
})
