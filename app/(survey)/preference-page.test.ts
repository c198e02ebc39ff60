import { describe, expect, it } from 'vitest'
import { toPreferences } from '@/server/contacts/preferences/preferences'
import { recordSmsOptOut, removeSmsOptOut } from '@/server/contacts/sms-opt-outs'
import { loadSuppressions } from '@/server/contacts/suppression'
import { db } from '@/server/db'
import { signToken } from '@/server/encryption'
import { anOrganization } from '@/server/testing/factories/basics'
import { aSurveyRequest } from '@/server/testing/factories/responses'
import { forgeToken } from '@/server/testing/forged-token'
import { transact } from '@/server/unit-of-work'
import { requestPublicPage } from './public-page-test-client'
import { POST, GET as view } from './u/[token]/route'

async function aLink(phone: string | null = null) {
  const { step, contact } = await aSurveyRequest(await anOrganization())
  const { id, organizationId, email } = contact
  await db.contact.update({ where: { id }, data: { phone } })
  const path = `/u/${signToken('unsubscribe', step.id)}`
  const read = async () => ({
    ...toPreferences((await loadSuppressions(db, organizationId, [email])).get(email)),
    ...(await db.contact.findUniqueOrThrow({ where: { id }, select: { preferredLanguage: true, unsubscribed: true } })),
  })
  const save = (form: string, query = '') => requestPublicPage(POST, `${path}${query}`, `_action=preferences&${form}`)
  return { path, contact, read, save }
}

const isChecked = (html: string, name: string, value: string) =>
  [...html.matchAll(/<input[^>]*>/g)].some(
    ([input]) => input.includes(`name="${name}"`) && input.includes(`value="${value}"`) && / checked/.test(input),
  )

const UNSET = { fewerSurveys: false, noEmail: false, noSms: false, preferredLanguage: null, unsubscribed: false }

describe('/u/<token>: preferences', () => {
  it('200: shows what is set, and unsubscribing first', async () => {
    const { path } = await aLink()
    const { html } = await requestPublicPage(view, path)
    expect(html.indexOf('value="unsubscribe"')).toBeLessThan(html.indexOf('value="preferences"'))
    expect([isChecked(html, 'frequency', 'all'), isChecked(html, 'language', 'en')]).toEqual([true, true])
    // Without a phone number there is only email.
    expect(html).not.toContain('name="channel"')
  })

  it('200: saves everything with one form, says so in words, and shows it from then on', async () => {
    const { path, read, save } = await aLink('+33612345678')
    const form = 'frequency=fewer&channels=both&channel=sms&language=fr'
    const { status, html } = await save(form)
    expect(status).toBe(200)
    expect(html).toContain('<html lang="fr">')
    expect(html).toContain('Vos choix sont enregistrés')
    expect(html).toMatch(/une enquête au plus en 90 jours de .*, par SMS seulement, en français\./)
    expect(html).not.toContain('612345678')
    expect(await read()).toEqual({ ...UNSET, fewerSurveys: true, noEmail: true, preferredLanguage: 'fr' })
    const again = (await requestPublicPage(view, path)).html
    expect(again).toContain('<html lang="fr">')
    const checked = ['fewer', 'email', 'sms', 'fr'].map((value) =>
      ['frequency', 'channel', 'language'].some((name) => isChecked(again, name, value)),
    )
    expect(checked).toEqual([true, false, true, true])
    await save('frequency=all&channels=both&channel=email&channel=sms&language=en')
    expect(await read()).toEqual({ ...UNSET, preferredLanguage: 'en' })
  })

  it('200: a field that is missing, unknown or not shown changes nothing', async () => {
    const { read, save } = await aLink('+33612345678')
    await save('frequency=fewer')
    const before = await read()
    for (const form of ['', 'frequency=never&language=de', 'channel=email', 'frequency[]=all&__proto__=x'])
      expect((await save(form)).status).toBe(200)
    expect(await read()).toEqual(before)
  })

  it('200: a language that the person left as it was does not replace the one that a member set meanwhile', async () => {
    const { path, contact, read, save } = await aLink()
    const { html } = await requestPublicPage(view, path)
    expect(html).toContain('name="languageShown" value="en"')
    await db.contact.update({ where: { id: contact.id }, data: { preferredLanguage: 'fr' } })
    await save('frequency=fewer&language=en&languageShown=en')
    expect(await read()).toEqual({ ...UNSET, fewerSurveys: true, preferredLanguage: 'fr' })
  })

  it('200: neither email nor text messages unsubscribes, and the page says so', async () => {
    const { read, save } = await aLink('+33612345678')
    expect((await save('frequency=all&channels=both&language=en')).html).toContain('You are unsubscribed')
    expect(await read()).toEqual({ ...UNSET, unsubscribed: true })
  })

  it('200: tells of a STOP in place of text messages, and how to lift it; saving keeps it and declines nothing else', async () => {
    const phone = '+33612345678'
    const { path, contact, read, save } = await aLink(phone)
    await transact(({ tx }) => recordSmsOptOut(tx, contact.organizationId, phone))
    const { html } = await requestPublicPage(view, path)
    expect(html).toContain('Text messages to the number ending in 78 are off, because STOP was answered from it.')
    expect(html).toContain('send START to the number that they came from')
    expect(html).not.toContain('value="sms"')
    const saved = (await save('frequency=all&channels=email&channel=email&language=fr&languageShown=en')).html
    expect(saved).toContain('par e-mail seulement')
    expect(saved).toContain('envoyez START au numéro d’où ils venaient')
    expect(await read()).toEqual({ ...UNSET, preferredLanguage: 'fr' })
    expect(await db.smsOptOut.count({ where: { organizationId: contact.organizationId } })).toBe(1)
    await transact(({ tx }) => removeSmsOptOut(tx, contact.organizationId, phone))
    expect(isChecked((await requestPublicPage(view, path)).html, 'channel', 'sms')).toBe(true)
  })

  it('200: no emails after a STOP unsubscribes, and a number without one only declines emails', async () => {
    const phone = '+33612345678'
    const { contact, read, save } = await aLink(phone)
    const form = 'frequency=all&channels=email&language=en'
    await save(form)
    expect(await read()).toEqual({ ...UNSET, noEmail: true })
    await transact(({ tx }) => recordSmsOptOut(tx, contact.organizationId, phone))
    expect((await save(form)).html).toContain('You are unsubscribed')
    expect(await read()).toEqual({ ...UNSET, unsubscribed: true })
  })

  it('200: text messages that were declined before a STOP can be accepted, besides START', async () => {
    const phone = '+33612345678'
    const { path, contact, read, save } = await aLink(phone)
    await save('frequency=all&channels=both&channel=email&language=en')
    await transact(({ tx }) => recordSmsOptOut(tx, contact.organizationId, phone))
    const { html } = await requestPublicPage(view, path)
    expect([isChecked(html, 'channel', 'sms'), html.includes('name="channels" value="both"')]).toEqual([false, true])
    expect(html).toContain('send START')
    await save('frequency=all&channels=both&channel=email&channel=sms&language=en')
    expect(await read()).toEqual(UNSET)
  })

  it('200: subscribing again shows the preferences that were set before', async () => {
    const { path, read, save } = await aLink()
    await save('frequency=fewer&language=en')
    const { html: done } = await requestPublicPage(POST, path, 'List-Unsubscribe=One-Click')
    expect(done).not.toContain('value="preferences"')
    const { html } = await requestPublicPage(POST, path, { _action: 'subscribe' })
    expect(isChecked(html, 'frequency', 'fewer')).toBe(true)
    expect(await read()).toEqual({ ...UNSET, fewerSurveys: true })
  })

  it('200: offers no preferences for an address that the contact no longer has', async () => {
    const { path, contact } = await aLink()
    await db.contact.update({ where: { id: contact.id }, data: { email: `new-${contact.email}` } })
    const { status, html } = await requestPublicPage(view, path)
    expect(status).toBe(200)
    expect(html).not.toContain('value="preferences"')
  })

  it('404: a forged token, a token for another purpose and the link of a deleted contact save nothing', async () => {
    const { path, contact, save } = await aLink()
    const { step } = await aSurveyRequest(await anOrganization())
    const forged = forgeToken(path)
    for (const wrong of [forged, `/u/${signToken('survey', step.id)}`, '/u/x'])
      expect((await requestPublicPage(POST, wrong, { _action: 'preferences', frequency: 'fewer' })).status).toBe(404)
    await db.contact.delete({ where: { id: contact.id } })
    expect((await save('frequency=fewer')).status).toBe(404)
    expect(await db.suppression.count({ where: { organizationId: contact.organizationId } })).toBe(0)
  })

  it('200: a link changes nothing in another organization that has the same person', async () => {
    const { contact, save } = await aLink()
    const other = await anOrganization()
    await db.contact.create({ data: { organizationId: other, email: contact.email, firstName: 'Ada' } })
    await save('frequency=fewer&language=fr')
    expect(await db.suppression.count({ where: { organizationId: other } })).toBe(0)
    expect(await db.contact.findFirstOrThrow({ where: { organizationId: other } })).toMatchObject({
      preferredLanguage: null,
    })
  })

  it('413: refuses a form that is too long', async () => {
    const { save } = await aLink()
    expect((await save(`frequency=fewer&language=${'x'.repeat(70_000)}`)).status).toBe(413)
  })

  it('200: the page is as light as a survey page', async () => {
    const { path, contact } = await aLink('+33612345678')
    await db.organization.update({ where: { id: contact.organizationId }, data: { name: 'Maison des Délices' } })
    const { html } = await requestPublicPage(view, `${path}?lang=fr`)
    expect(Buffer.byteLength(html)).toBeLessThan(16_000)
    expect(html).not.toContain('<script')
  })
})
