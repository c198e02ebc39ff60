import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '../db'
import { createSurveyWidget } from '../survey-widgets/survey-widgets'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { revealLinkSecret, rotateLinkSecret } from './link-secret'
import { findOpenLink } from './open-link'
import { readSignedToken, verifySignedToken } from './signed-token'
import { inSeconds, signClaims as sign } from './signed-token-fixture'
import { createSurveyLink } from './survey-links'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

let organizationId: string
let surveyId: string

beforeEach(async () => {
  organizationId = await anOrganization()
  surveyId = (await aSurvey(organizationId)).id
})

async function aLink() {
  const { id, slug } = await createSurveyLink(organizationId, { id: surveyId, name: 'Receipt' })
  const reference = { id: surveyId, linkId: id }
  const { secret } = await revealLinkSecret(organizationId, 'link', reference)
  return { id, slug, reference, secret }
}

async function find(slug: string) {
  const link = await findOpenLink(slug)
  if (!link) throw new Error('no link')
  return link
}

describe('a signed token', () => {
  it('says who answers, and hidden fields', async () => {
    const { slug, secret } = await aLink()
    const claims = { email: ' Ada@Example.com', name: 'Ada', fields: { order: '4711' }, exp: inSeconds(3600) }
    expect(await readSignedToken(await find(slug), sign(secret, claims))).toEqual({
      email: 'ada@example.com',
      name: 'Ada',
      fields: { order: '4711' },
    })
    expect(await readSignedToken(await find(slug), sign(secret, { exp: inSeconds(60) }))).toEqual({
      email: null,
      name: null,
      fields: {},
    })
  })

  it('is valid for a day at most, and for a minute beyond its end', async () => {
    const { slug, secret } = await aLink()
    const link = await find(slug)
    const check = (exp?: unknown) => verifySignedToken(link, sign(secret, { email: 'ada@example.com', exp }))
    expect(await check(inSeconds(86_400))).toMatchObject({ visitor: { email: 'ada@example.com' } })
    expect(await check(inSeconds(-30))).toMatchObject({ visitor: { email: 'ada@example.com' } })
    expect(await check(inSeconds(-90))).toEqual({ fault: 'expired' })
    expect(await check(inSeconds(86_400 + 120))).toEqual({ fault: 'lifetime' })
    expect(await check()).toEqual({ fault: 'lifetime' })
    expect(await check('tomorrow')).toEqual({ fault: 'lifetime' })
  })

  it('is not accepted with a foreign signature, another algorithm, or none', async () => {
    const [{ slug, secret }, other] = [await aLink(), await aLink()]
    const link = await find(slug)
    const claims = { email: 'ada@example.com', exp: inSeconds(60) }
    const valid = sign(secret, claims)
    const [header, payload, signature = ''] = valid.split('.')
    const forged = `${header}.${encode({ ...claims, email: 'eve@example.com' })}.${signature}`
    expect(await verifySignedToken(link, valid)).toHaveProperty('visitor')
    expect(await verifySignedToken(link, sign(other.secret, claims))).toEqual({ fault: 'signature' })
    expect(await verifySignedToken(link, sign('', claims))).toEqual({ fault: 'signature' })
    expect(await verifySignedToken(link, forged)).toEqual({ fault: 'signature' })
    for (const token of [
      `${encode({ alg: 'none' })}.${payload}.`,
      sign(secret, claims, { header: { alg: 'HS512' }, hash: 'sha512' }),
      sign(secret, claims, { header: { alg: 'RS256' } }),
      'abc',
      'a.b.c',
      `${header}.${payload}.`,
      sign(secret, { ...claims, filler: randomBytes(8000).toString('hex') }),
    ])
      expect(await readSignedToken(link, token)).toBeNull()
  })

  it('is not accepted with claims that are no address, name or fields', async () => {
    const { slug, secret } = await aLink()
    const link = await find(slug)
    for (const claims of [
      { email: 'ada' },
      { email: 7 },
      { name: 'a'.repeat(101) },
      { name: 'Ada\nEve' },
      { fields: { order: 4711 } },
      { fields: { order: 'a'.repeat(201) } },
      { fields: 'order' },
    ])
      expect(await verifySignedToken(link, sign(secret, { ...claims, exp: inSeconds(60) }))).toEqual({
        fault: 'claims',
      })
  })

  it('stays valid for a day after its secret was replaced, and not after the next replacement', async () => {
    const { slug, secret, reference } = await aLink()
    const token = sign(secret, { email: 'ada@example.com', exp: inSeconds(60) })
    const rotated = await rotateLinkSecret(organizationId, 'link', reference)
    expect(rotated.secret).not.toBe(secret)
    const next = sign(rotated.secret, { email: 'bob@example.com', exp: inSeconds(60) })
    expect(await readSignedToken(await find(slug), token)).toMatchObject({ email: 'ada@example.com' })
    expect(await readSignedToken(await find(slug), next)).toMatchObject({ email: 'bob@example.com' })
    const where = { id: reference.linkId, organizationId }
    await db.surveyLink.update({ where, data: { previousSecretUntil: new Date() } })
    expect(await readSignedToken(await find(slug), token)).toBeNull()
    await rotateLinkSecret(organizationId, 'link', reference)
    expect(await readSignedToken(await find(slug), token)).toBeNull()
    expect(await readSignedToken(await find(slug), next)).toMatchObject({ email: 'bob@example.com' })
  })
})

describe('the secret of a link', () => {
  it('is made when it is first shown, and the same when it is shown again', async () => {
    const { id, slug } = await createSurveyLink(organizationId, { id: surveyId, name: 'Receipt' })
    expect((await find(slug)).secrets).toEqual([])
    const reference = { id: surveyId, linkId: id }
    const shown = await revealLinkSecret(organizationId, 'link', reference)
    expect(Buffer.from(shown.secret, 'base64url').length).toBe(32)
    expect(await revealLinkSecret(organizationId, 'link', reference)).toEqual(shown)
  })

  it('404: is not that of a widget, nor the secret of a widget that of a link', async () => {
    const { id } = await aLink()
    const origins = ['https://shop.example.com']
    const widget = await createSurveyWidget(organizationId, { id: surveyId, name: 'Shop', kind: 'popover', origins })
    const reveal = (kind: 'link' | 'widget', linkId: string) =>
      revealLinkSecret(organizationId, kind, { id: surveyId, linkId })
    await expect(reveal('widget', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(reveal('link', widget.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await reveal('widget', widget.id)).secret).toBeTruthy()
  })

  it('is in the audit log each time that it is shown or replaced', async () => {
    const { reference } = await aLink()
    await rotateLinkSecret(organizationId, 'link', reference)
    const rows = await db.auditEvent.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
    expect(rows.map(({ action }) => action)).toEqual(['survey_link.secret_shown', 'survey_link.secret_rotated'])
  })
})
