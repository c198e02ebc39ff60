import { describe, expect, it } from 'vitest'
import { deleteContact } from '@/server/contacts/delete-contact'
import { loadSuppressions, optOut } from '@/server/contacts/suppression'
import { db } from '@/server/db'
import { signToken } from '@/server/encryption'
import { aContact, anOrganization } from '@/server/testing/factories/basics'
import { aSurveyRequest } from '@/server/testing/factories/responses'
import { requestPublicPage } from './public-page-test-client'
import { POST as answerSurvey, GET as viewSurvey } from './s/[token]/route'
import { POST as changeConsent, GET as viewConsent } from './u/[token]/route'

describe('/u/<token>', () => {
  const anUnsubscribeLink = async () => {
    const { step, contact } = await aSurveyRequest(await anOrganization())
    const isOptedOut = async () => (await db.contact.findUniqueOrThrow({ where: { id: contact.id } })).unsubscribed
    return { path: `/u/${signToken('unsubscribe', step.id)}`, contact, isOptedOut }
  }

  it('200: opening an unsubscribe link does not unsubscribe the contact', async () => {
    const { path, contact, isOptedOut } = await anUnsubscribeLink()
    const { status, html } = await requestPublicPage(viewConsent, path)
    expect(status).toBe(200)
    expect(html).toContain(contact.email)
    expect(html).toContain('Stop these messages?')
    expect(await isOptedOut()).toBe(false)
  })

  it('200: a one-click unsubscribe request opts out without a redirect, also when repeated', async () => {
    const { path, isOptedOut } = await anUnsubscribeLink()
    for (const _ of [1, 2]) {
      const { status, html } = await requestPublicPage(changeConsent, path, 'List-Unsubscribe=One-Click')
      expect(status).toBe(200)
      expect(html).toContain('You are unsubscribed')
      expect(await isOptedOut()).toBe(true)
    }
  })

  it('200: the buttons of the unsubscribe page opt out and back in', async () => {
    const { path, isOptedOut } = await anUnsubscribeLink()
    await requestPublicPage(changeConsent, path, { _action: 'unsubscribe' })
    expect(await isOptedOut()).toBe(true)
    expect((await requestPublicPage(changeConsent, path, { _action: 'subscribe' })).html).toContain(
      'Stop these messages?',
    )
    expect(await isOptedOut()).toBe(false)
  })

  it('200: unsubscribing applies to the address that got the message, not to the contact’s new address', async () => {
    const { path, contact, isOptedOut } = await anUnsubscribeLink()
    const { organizationId, email } = contact
    await db.contact.update({ where: { id: contact.id }, data: { email: `new-${email}` } })
    expect((await requestPublicPage(changeConsent, path, 'List-Unsubscribe=One-Click')).html).toContain(
      'You are unsubscribed',
    )
    expect(await isOptedOut()).toBe(false)
    const onList = await loadSuppressions(db, organizationId, [email, `new-${email}`])
    expect([...onList.keys()]).toEqual([email])
    expect((await requestPublicPage(changeConsent, path, { _action: 'subscribe' })).html).toContain(
      'Stop these messages?',
    )
    expect((await loadSuppressions(db, organizationId, [email])).size).toBe(0)
  })

  it('404: an unsubscribe link does not change the opt-out of another contact who now has the address', async () => {
    const { path, contact } = await anUnsubscribeLink()
    const { organizationId, email } = contact
    await db.contact.update({ where: { id: contact.id }, data: { email: `new-${email}` } })
    const other = await aContact(organizationId, { email })
    const isOptedOut = async () => (await db.contact.findUniqueOrThrow({ where: { id: other.id } })).unsubscribed
    expect((await requestPublicPage(viewConsent, path)).status).toBe(404)
    expect((await requestPublicPage(changeConsent, path, 'List-Unsubscribe=One-Click')).status).toBe(404)
    expect(await isOptedOut()).toBe(false)
    await optOut(organizationId, other.id, email)
    expect((await requestPublicPage(changeConsent, path, { _action: 'subscribe' })).status).toBe(404)
    expect(await isOptedOut()).toBe(true)
    expect((await loadSuppressions(db, organizationId, [email])).size).toBe(1)
  })

  it('404: the survey and unsubscribe links of a deleted contact stay invalid when the address is reused', async () => {
    const { step, survey, contact, token } = await aSurveyRequest(await anOrganization())
    const { organizationId, id, email } = contact
    await deleteContact(organizationId, id)
    await aContact(organizationId, { email })
    const unsubscribe = `/u/${signToken('unsubscribe', step.id)}`
    const answers = [
      await requestPublicPage(viewConsent, unsubscribe),
      await requestPublicPage(changeConsent, unsubscribe, 'List-Unsubscribe=One-Click'),
      await requestPublicPage(viewSurvey, `/s/${token}`),
      await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '9' }),
      await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '9', _save: '' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(await db.response.count({ where: { surveyId: survey.id } })).toBe(0)
    expect((await loadSuppressions(db, organizationId, [email])).size).toBe(0)
  })

  it('429: refuses the 61st consent change through one unsubscribe link within a minute', async () => {
    const { step, contact } = await aSurveyRequest(await anOrganization())
    const path = `/u/${signToken('unsubscribe', step.id)}`
    for (let i = 0; i < 60; i += 1)
      expect(
        (await requestPublicPage(changeConsent, path, { _action: i % 2 === 0 ? 'unsubscribe' : 'subscribe' })).status,
      ).toBe(200)
    const last = await requestPublicPage(changeConsent, path, { _action: 'unsubscribe' })
    expect([last.status, Number(last.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await db.contact.findUniqueOrThrow({ where: { id: contact.id } })).toMatchObject({ optedOutAt: null })
  })

  it('404: a survey token is not accepted as an unsubscribe token', async () => {
    const { token } = await aSurveyRequest(await anOrganization())
    expect((await requestPublicPage(viewConsent, `/u/${token}`)).status).toBe(404)
    expect((await requestPublicPage(changeConsent, `/u/${token}`, 'List-Unsubscribe=One-Click')).status).toBe(404)
  })
})
