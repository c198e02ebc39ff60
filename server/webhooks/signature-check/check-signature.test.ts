import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { encryptSecret } from '../../encryption'
import { anOrganization } from '../../testing/factories/basics'
import { aDelivery, aSigningSubscription } from '../../testing/factories/webhooks'
import { signPayload } from '../delivery/signature'
import { CheckSignature } from '../schema'
import { rotateSecret } from '../subscriptions/secrets'
import { generateSecret } from '../subscriptions/subscription-rows'
import { checkSignature } from './check-signature'

const BODY = '[{"id":"1","name":"Zoé","score":9}]'

async function aDeveloper() {
  const organizationId = await anOrganization()
  const hook = await aSigningSubscription(organizationId, ['new_contact'])
  const other = await aSigningSubscription(organizationId, ['new_contact'])
  const header = signPayload(BODY, [hook.secret], new Date())
  const check = (pasted: { id?: string; header?: string; body?: string; secret?: string } = {}) =>
    checkSignature(organizationId, { id: hook.id, header, body: BODY, secret: hook.secret, ...pasted })
  return { organizationId, hook, other, header, check }
}

const finding = (ok: boolean | null, key: string, values: object = {}) => ({
  ok,
  text: { key, values: expect.objectContaining(values) },
})
const seconds = expect.any(Number)

describe('checkSignature with a valid signature', () => {
  it('the signature check accepts a matching header, body and secret and names the subscription', async () => {
    const { hook, check, header } = await aDeveloper()
    const allValid = {
      ok: true,
      header: finding(true, 'headerFits', { seconds }),
      body: finding(true, 'bodyFits'),
      secret: finding(true, 'secretFits', { hookUrl: hook.hookUrl }),
    }
    expect(await check()).toEqual(allValid)
    expect(await check({ header: ` X-Service-Signature: ${header.replace(',', ', ')}\n` })).toEqual(allValid)
  })

  it('the signature check accepts either secret of a rotation and reports when the old one expires or has expired', async () => {
    const { organizationId, hook, check } = await aDeveloper()
    const { secret, previousSecretUntil: until } = await rotateSecret(organizationId, hook.id)
    const header = signPayload(BODY, [secret, hook.secret], new Date())
    expect(await check({ header, secret })).toMatchObject({ ok: true, secret: finding(true, 'secretFits') })
    expect(await check({ header })).toMatchObject({ ok: true, secret: finding(true, 'secretFitsPrevious', { until }) })
    const previousSecretUntil = new Date(Date.now() - 1000)
    await db.webhookSubscription.update({ where: { id: hook.id }, data: { previousSecretUntil } })
    expect(await check()).toMatchObject({ secret: finding(true, 'secretExpired', { hookUrl: hook.hookUrl }) })
  })

  it('the signature check accepts a valid signature whose subscription has been deleted', async () => {
    const { hook, other, check } = await aDeveloper()
    await db.webhookSubscription.delete({ where: { id: hook.id } })
    expect(await check({ id: other.id })).toMatchObject({ ok: true, secret: finding(true, 'secretFitsRemoved') })
  })
})

describe('checkSignature with an invalid header', () => {
  it.each([
    ['', 'headerUnreadable'],
    ['hello', 'headerUnreadable'],
    ['v1=00', 'headerNoTimestamp'],
    [`t=abc,v1=${'0'.repeat(64)}`, 'headerNoTimestamp'],
    ['t=1772357400', 'headerNoSignature'],
    ['t=1772357400,v0=00', 'headerNoSignature'],
    ['t=1772357400,v1=00', 'headerSignatureMalformed'],
  ])('the signature check reports header %j as %s without judging the body', async (header, key) => {
    const { hook, check } = await aDeveloper()
    expect(await check({ header })).toEqual({
      ok: false,
      header: finding(false, key),
      body: finding(null, 'bodyUnchecked'),
      secret: finding(true, 'secretKnown', { hookUrl: hook.hookUrl }),
    })
    expect(await check({ header, secret: generateSecret() })).toMatchObject({ secret: finding(false, 'secretUnknown') })
  })

  it('the signature check reports a timestamp too old, ahead or in milliseconds, and still judges body and secret', async () => {
    const { hook, check } = await aDeveloper()
    const at = (ms: number) => signPayload(BODY, [hook.secret], new Date(Date.now() + ms))
    const rest = { ok: false, body: finding(true, 'bodyFits'), secret: finding(true, 'secretFits') }
    const outdated = await check({ header: at(-400_000) })
    expect(outdated).toMatchObject({ ...rest, header: finding(false, 'headerTooOld', { seconds }) })
    expect(Number(outdated.header.text.values.seconds)).toBeGreaterThanOrEqual(400)
    expect(Number(outdated.header.text.values.seconds)).toBeLessThan(430)
    expect(await check({ header: at(400_000) })).toMatchObject({ ...rest, header: finding(false, 'headerFuture') })
    expect(await check({ header: at(-290_000) })).toMatchObject({ ok: true, header: finding(true, 'headerFits') })
    const inMs = signPayload(BODY, [hook.secret], new Date(Date.now() * 1000))
    expect(await check({ header: inMs })).toMatchObject({ ...rest, header: finding(false, 'headerMilliseconds') })
  })

  it('the signature check reports a header that matches no delivery signed with the given secret', async () => {
    const { organizationId, hook, check } = await aDeveloper()
    await aDelivery(organizationId, hook.id, { body: BODY })
    const header = signPayload('[]', [generateSecret()], new Date())
    expect(await check({ header })).toEqual({
      ok: false,
      header: finding(false, 'headerOfNoDelivery', { hookUrl: hook.hookUrl }),
      body: finding(null, 'bodyUnchecked'),
      secret: finding(true, 'secretKnown', { hookUrl: hook.hookUrl }),
    })
  })
})

describe('checkSignature with an altered body', () => {
  const PRETTY = JSON.stringify(JSON.parse(BODY), null, 2)

  it.each([
    ['bodyWhitespaceAdded', BODY, `${BODY}\n`],
    ['bodyWhitespaceAdded', BODY, `  ${BODY}`],
    ['bodyNewlineRemoved', `${BODY}\n`, BODY],
    ['bodyReserialized', BODY, PRETTY],
    ['bodyReserialized', BODY, BODY.replace('é', '\\u00e9')],
  ])('the signature check reports %s for a body sent as %j and pasted as %j', async (key, sent, body) => {
    const { hook, check } = await aDeveloper()
    const header = signPayload(sent, [hook.secret], new Date())
    expect(await check({ header, body })).toMatchObject({
      ok: false,
      header: { ok: true },
      body: finding(false, key),
      secret: finding(true, 'secretFits'),
    })
  })

  it('the signature check names the logged delivery and the position where the pasted body differs from it', async () => {
    const { organizationId, hook, check } = await aDeveloper()
    const { id } = await aDelivery(organizationId, hook.id, { body: BODY })
    for (let count = 0; count < 60; count += 1) await aDelivery(organizationId, hook.id, { body: `[${count}]` })
    const report = await check({ body: BODY.replace('"score":9', '"score":10') })
    const difference = { deliveryId: id, position: 33, expected: '9}]', found: '10}]' }
    expect(report).toEqual({
      ok: false,
      header: finding(true, 'headerFits'),
      body: finding(false, 'bodyDiffers', difference),
      secret: finding(true, 'secretFits'),
    })
    expect((await check({ body: BODY.slice(0, -1) })).body.text.values).toMatchObject({ expected: ']', found: '' })
  })
})

describe('checkSignature with a wrong secret', () => {
  it('the signature check names the other subscription that a wrong secret belongs to', async () => {
    const { hook, other, check } = await aDeveloper()
    expect(await check({ secret: other.secret })).toEqual({
      ok: false,
      header: finding(true, 'headerFits'),
      body: finding(true, 'bodyFits'),
      secret: finding(false, 'secretOfOther', { hookUrl: other.hookUrl, signedBy: hook.hookUrl }),
    })
  })

  it('the signature check reports an unknown secret although the subscription signed the header', async () => {
    const { hook, check } = await aDeveloper()
    expect(await check({ secret: generateSecret() })).toMatchObject({
      ok: false,
      body: finding(true, 'bodyFits'),
      secret: finding(false, 'secretNotThis', { hookUrl: hook.hookUrl }),
    })
  })

  it('the signature check reports whitespace around the secret and a missing whsec_ prefix', async () => {
    const { hook, check } = await aDeveloper()
    expect(await check({ secret: ` ${hook.secret}\n` })).toMatchObject({
      ok: false,
      secret: finding(false, 'secretWithSpace', { hookUrl: hook.hookUrl }),
    })
    expect(await check({ secret: hook.secret.replace('whsec_', '') })).toMatchObject({
      ok: false,
      secret: finding(false, 'secretWithoutPrefix', { hookUrl: hook.hookUrl }),
    })
  })

  it('the signature check leaves the body unchecked when neither header nor secret is known', async () => {
    const { check } = await aDeveloper()
    const header = signPayload(BODY, [generateSecret()], new Date())
    expect(await check({ header, secret: generateSecret() })).toMatchObject({
      ok: false,
      body: finding(null, 'bodyUnchecked'),
      secret: finding(false, 'secretUnknown'),
    })
  })

  it('the signature check reports a replaced secret as expired after its overlap period', async () => {
    const { hook, check } = await aDeveloper()
    const [secret, outdated] = [generateSecret(), hook.secret]
    await db.webhookSubscription.update({
      where: { id: hook.id },
      data: {
        secretEncrypted: encryptSecret('webhook-secret', secret, hook.id),
        previousSecretEncrypted: encryptSecret('webhook-secret', outdated, hook.id),
        previousSecretUntil: new Date(Date.now() - 1000),
      },
    })
    expect(await check({ header: signPayload(BODY, [secret], new Date()) })).toMatchObject({
      ok: false,
      body: finding(true, 'bodyFits'),
      secret: finding(false, 'secretExpired', { hookUrl: hook.hookUrl }),
    })
  })

  it('the signature check does not recognize the secret of another organization', async () => {
    const { check } = await aDeveloper()
    const foreign = await aDeveloper()
    expect(await check({ secret: foreign.hook.secret })).toMatchObject({ secret: finding(false, 'secretNotThis') })
    expect(await check({ header: foreign.header, secret: foreign.hook.secret, body: BODY })).toMatchObject({
      secret: finding(true, 'secretFitsRemoved'),
    })
  })
})

describe('checkSignature limits', () => {
  it('the signature check tries only the secrets of the given subscription on the body', async () => {
    const { other, check } = await aDeveloper()
    expect(await check({ id: other.id, secret: generateSecret() })).toMatchObject({
      body: finding(null, 'bodyUnchecked'),
      secret: finding(false, 'secretUnknown'),
    })
  })

  it('the signature check refuses a subscription of another organization', async () => {
    const { check } = await aDeveloper()
    const foreign = await aDeveloper()
    await expect(check({ id: foreign.hook.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('the signature check accepts a body of up to 64 KiB and refuses a longer one', () => {
    const pasted = (body: string) =>
      CheckSignature.safeParse({ id: '11111111-1111-4111-8111-111111111111', header: '', body, secret: '' }).success
    expect([pasted('a'.repeat(65_536)), pasted('é'.repeat(32_768))]).toEqual([true, true])
    expect([pasted('a'.repeat(65_537)), pasted('é'.repeat(32_769))]).toEqual([false, false])
  })

  it('the signature check allows 30 checks per minute and organization', async () => {
    const { check } = await aDeveloper()
    for (let count = 0; count < 30; count += 1) await check()
    await expect(check()).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    const { check: others } = await aDeveloper()
    expect(await others()).toMatchObject({ ok: true })
  })
})
