import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { aMigratedDatabase, type TestDatabase } from '../testing/database/test-database'

const [OLD, NEW] = [
  'the secret of the first years - 32+ characters',
  'the secret of the years to come - 32+ characters',
]
const idOf = (secret: string) => createHmac('sha256', secret).update('cfs:key-id').digest('hex').slice(0, 8)

// The first start loads all modules of the service.
vi.setConfig({ testTimeout: 60_000 })

/** Node's own messages for an altered ciphertext and for a truncated tag. */
const NOT_OURS = /unable to authenticate data|Invalid authentication tag length/
const UNREADABLE = 'v1.not.a.secret'

let database: TestDatabase
let running: Awaited<ReturnType<typeof restarted>>

beforeAll(async () => {
  // Needs a database of its own, because the report covers a whole database.
  database = await aMigratedDatabase()
  process.env['DATABASE_URL'] = database.url
  running = await restarted(OLD)
})
afterAll(() => database.drop())
// The request log of the test before may still be written: a deadlock with it is retried.
beforeEach(() => running.transact(({ tx }) => tx.organization.deleteMany()))

/** The service with these secrets, without reloading its modules. */
function underSecrets(...secrets: [current: string, ...accepted: string[]]) {
  running.encryption.setAppSecrets(secrets)
  return running
}

/** The service as a process that starts with these secrets. */
async function restarted(current: string, ...accepted: string[]) {
  Object.assign(process.env, { APP_SECRET: current, APP_SECRETS_ACCEPTED: accepted.join(',') })
  vi.resetModules()
  const [
    { db },
    { transact },
    encryption,
    factories,
    hooks,
    responses,
    keys,
    http,
    cli,
    secrets,
    answers,
    suppression,
    domainFixture,
    sender,
    intakes,
  ] = await Promise.all([
    import('../db'),
    import('../unit-of-work'),
    import('../encryption'),
    import('../testing/factories/basics'),
    import('../testing/factories/webhooks'),
    import('../testing/factories/responses'),
    import('../api-keys/api-keys'),
    import('../testing/rest-client'),
    import('../cli/run-command'),
    import('../webhooks/subscriptions/secrets'),
    import('../idempotency/idempotency'),
    import('../contacts/suppression'),
    import('../sending-domains/domain-fixture'),
    import('../sending-domains/organization-sender'),
    import('../message-events/intake/intakes'),
  ])
  const call = async (key: string, line: string, body?: unknown, idempotencyKey = '') =>
    http.sendRestRequest(key, line, body, { headers: idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {} })
  const service = { db, transact, encryption, factories, hooks, responses, keys, call, cli, secrets, answers }
  return { ...service, suppression, domainFixture, sender, intakes }
}

/** The format before ciphertexts contained a key id. */
function firstVersion(secret: string, text: string, boundTo: string): string {
  const nonce = randomBytes(12)
  const key = createHmac('sha256', secret).update('cfs:encrypt').digest()
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return ['v1', ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.')
}

const input = (scopes: ('contacts:*' | 'contacts:read')[]) => ({ name: 'Till', scopes })

/** One of everything that depends on APP_SECRET, made under the old one. */
async function anInstallation() {
  const service = underSecrets(OLD)
  const { db, encryption, factories, hooks, responses, keys, call, suppression, domainFixture, intakes } = service
  const organizationId = await factories.anOrganization()
  const used = await keys.createApiKey(organizationId, input(['contacts:*']))
  const unused = await keys.createApiKey(organizationId, input(['contacts:read']))
  const ancient = await factories.anApiKey(organizationId, ['contacts:read'])
  const hook = await hooks.aSigningSubscription(organizationId, ['new_contact'])
  const previous = 'whsec_previous'
  await db.webhookSubscription.update({
    where: { id: hook.id },
    data: {
      secretEncrypted: firstVersion(OLD, hook.secret, hook.id),
      previousSecretEncrypted: encryption.encryptSecret('webhook-secret', previous, hook.id),
      previousSecretUntil: new Date(Date.now() + 60_000),
    },
  })
  const answer = await call(used.key, 'POST /contacts', { email: 'once@example.com', firstName: 'Once' }, 'once')
  const [gone, known, sentTo] = ['gone@example.com', 'known@example.com', 'sent-to@example.com']
  await factories.aContact(organizationId, { email: known })
  for (const email of [gone, known, sentTo]) await suppression.addSuppression(db, organizationId, email, 'opted_out')
  const { token, step } = await responses.aSurveyRequest(organizationId, { sending: { email: sentTo } })
  const { id: domainId } = await domainFixture.aSendingDomain(organizationId, { domain: 'shop.example' })
  await db.sendingDomain.update({ where: { id: domainId }, data: { verifiedAt: new Date() } })
  const { dkimKey } = await service.sender.loadOrganizationSender(organizationId)
  const { id: intakeId } = await intakes.addMailEventIntake(organizationId, 'generic')
  const intake = { id: intakeId, ...(await intakes.revealMailEventSecret(organizationId, intakeId)) }
  const people = { gone, known, sentTo }
  return { organizationId, used, unused, ancient, hook, previous, answer, ...people, token, step, dkimKey, intake }
}

type Installation = Awaited<ReturnType<typeof anInstallation>>

async function expectWorks(service: Awaited<ReturnType<typeof restarted>>, made: Installation): Promise<void> {
  const { organizationId, used, hook, previous, answer, token, step, dkimKey, intake } = made
  expect((await service.call(used.key, 'GET /contacts')).status).toBe(200)
  expect(await service.secrets.revealSecrets(organizationId, hook.id)).toMatchObject({
    secret: hook.secret,
    previousSecret: previous,
  })
  expect(dkimKey?.privateKey).toContain('BEGIN PRIVATE KEY')
  expect((await service.sender.loadOrganizationSender(organizationId)).dkimKey).toEqual(dkimKey)
  const { secret } = await service.intakes.revealMailEventSecret(organizationId, intake.id)
  expect(secret).toBe(intake.secret)
  const again = await service.call(used.key, 'POST /contacts', { email: 'once@example.com', firstName: 'Once' }, 'once')
  expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', answer.body])
  expect(service.encryption.verifyToken('survey', service.encryption.signToken('survey', step.id))).toBe(step.id)
  expect(service.encryption.verifyToken('unsubscribe', token)).toBeNull()
}

async function rotate(service: Awaited<ReturnType<typeof restarted>>) {
  const outcome = await service.cli.runCommand(['secrets:rotate'])
  if ('messages' in outcome) throw new Error(outcome.messages.join(' '))
  return outcome.answer
}

describe('rotating APP_SECRET', () => {
  it('a secret rotation breaks nothing at any step, and reports when the old secret can be removed', async () => {
    const made = await anInstallation()
    const { organizationId, used, unused, ancient, gone, known, sentTo, token, step } = made

    running = await restarted(NEW, OLD)
    const both = running
    await expectWorks(both, made)
    expect(both.encryption.verifyToken('survey', token)).toBe(step.id)
    const suppressed = await both.suppression.loadSuppressions(both.db, organizationId, [gone, known, sentTo])
    expect([...suppressed.keys()].toSorted()).toEqual([gone, known, sentTo])

    const first = await rotate(both)
    expect(first).toEqual({
      keyId: idOf(NEW),
      renewed: {
        'webhook_subscription.secret_encrypted': 1,
        'webhook_subscription.previous_secret_encrypted': 1,
        'review_source.credentials_encrypted': 0,
        'sending_domain.dkim_private_key_encrypted': 1,
        'alert_channel.address_encrypted': 0,
        'mail_event_intake.secret_encrypted': 1,
        'shared_results.token_encrypted': 0,
        'survey_link.secret_encrypted': 0,
        'survey_link.previous_secret_encrypted': 0,
        'trigger_address.secret_encrypted': 0,
        'trigger_address.signing_secret_encrypted': 0,
        'review_consent.verifier_encrypted': 0,
        'review_consent.credentials_encrypted': 0,
        'authenticator_app.secret_encrypted': 0,
        'idempotency_record.body': 1,
        'suppression.email_hash': 2,
        'sms_opt_out.phone_hash': 0,
      },
      remaining: [
        { keyId: null, count: { 'api_key.hash': 1 }, canBeDropped: false },
        { keyId: idOf(OLD), count: { 'api_key.hash': 1, 'suppression.email_hash': 1 }, canBeDropped: false },
      ],
      lost: {},
      reasons: [
        expect.stringContaining('when it is next used'),
        expect.stringContaining('when its address is met again'),
        expect.stringContaining('links in mail'),
      ],
    })
    await expectWorks(both, made)

    for (const { key } of [unused, ancient]) expect((await both.call(key, 'GET /contacts')).status).toBe(200)
    const back = await both.call(used.key, 'POST /contacts', { email: gone, firstName: 'Back' })
    expect(back.body.data).toMatchObject({ email: gone, unsubscribed: true })
    expect(await rotate(both)).toMatchObject({
      renewed: { 'webhook_subscription.secret_encrypted': 0, 'suppression.email_hash': 1 },
      remaining: [{ keyId: idOf(OLD), count: {}, canBeDropped: true }],
    })

    const after = underSecrets(NEW)
    await expectWorks(after, made)
    for (const { key } of [unused, ancient]) expect((await after.call(key, 'GET /contacts')).status).toBe(200)
    expect((await after.suppression.loadSuppressions(after.db, organizationId, [gone, known, sentTo])).size).toBe(3)
    // Cannot be reissued: links in mail that was already sent.
    expect(after.encryption.verifyToken('survey', token)).toBeNull()
    expect(await rotate(after)).toMatchObject({ remaining: [], lost: {}, reasons: [] })
  })

  it('data stored by older versions is readable without a secret rotation', async () => {
    const made = await anInstallation()
    const same = underSecrets(OLD)
    await expectWorks(same, made)
    expect((await same.call(made.ancient.key, 'GET /contacts')).status).toBe(200)
    expect(same.encryption.verifyToken('survey', made.token)).toBe(made.step.id)
  })

  it('secrets:rotate reports data made under an unlisted secret, and leaves it unchanged', async () => {
    const made = await anInstallation()
    const without = underSecrets(NEW)
    expect((await without.call(made.used.key, 'GET /contacts')).status).toBe(401)
    expect(await rotate(without)).toMatchObject({
      renewed: { 'webhook_subscription.secret_encrypted': 0 },
      lost: {
        'webhook_subscription.secret_encrypted': 1,
        'webhook_subscription.previous_secret_encrypted': 1,
        'sending_domain.dkim_private_key_encrypted': 1,
        'mail_event_intake.secret_encrypted': 1,
        'idempotency_record.body': 1,
        'api_key.hash': 2,
        'suppression.email_hash': 3,
      },
    })
    await expectWorks(underSecrets(OLD), made)
  })

  it('secrets:rotate encrypts more than one batch, and skips unreadable ciphertexts', async () => {
    const { organizationId, used } = await anInstallation()
    const { db, encryption } = underSecrets(OLD)
    const records = Array.from({ length: 450 }, (_, at) => ({
      organizationId,
      apiKeyId: used.id,
      key: `key ${at}`,
      requestHash: 'x',
      status: 200,
      body: at % 10 === 0 ? UNREADABLE : encryption.encryptSecret('idempotent-answer', `answer ${at}`, organizationId),
    }))
    await db.idempotencyRecord.createMany({ data: records })
    expect(await rotate(underSecrets(NEW, OLD))).toMatchObject({
      renewed: { 'idempotency_record.body': 406 },
      lost: { 'idempotency_record.body': 45 },
    })
    const after = underSecrets(NEW)
    const rows = await after.db.idempotencyRecord.findMany({ where: { organizationId, requestHash: 'x' } })
    const sealed = rows.flatMap(({ key, body }) => (body === UNREADABLE ? [] : [{ key, body: body ?? '' }]))
    expect(sealed.map(({ body }) => after.encryption.decryptSecret('idempotent-answer', body, organizationId))).toEqual(
      sealed.map(({ key }) => key.replace('key', 'answer')),
    )
    expect(sealed).toHaveLength(405)
  })

  it('secrets:rotate keeps each reason of an address suppressed under both secrets, once', async () => {
    const { organizationId, known } = await anInstallation()
    const elsewhere = underSecrets(NEW)
    for (const reason of ['bounced', 'opted_out'] as const)
      await elsewhere.suppression.addSuppression(elsewhere.db, organizationId, known, reason)
    const both = underSecrets(NEW, OLD)
    const reasons = async () =>
      [...((await both.suppression.loadSuppressions(both.db, organizationId, [known])).get(known) ?? [])].toSorted()
    expect(await reasons()).toEqual(['bounced', 'opted_out'])
    await rotate(both)
    expect(await reasons()).toEqual(['bounced', 'opted_out'])
    expect(
      await both.db.suppression.count({ where: { organizationId, hashKeyId: idOf(NEW), reason: 'opted_out' } }),
    ).toBe(2)
    await both.suppression.removeSuppressions(both.db, organizationId, known, ['opted_out'])
    expect(await reasons()).toEqual(['bounced'])
  })

  it('lifts an opt-out that was recorded under the old secret', async () => {
    const { organizationId, known } = await anInstallation()
    const both = underSecrets(NEW, OLD)
    await both.suppression.removeSuppressions(both.db, organizationId, known, ['opted_out'])
    expect((await both.suppression.loadSuppressions(both.db, organizationId, [known])).size).toBe(0)
  })
})

describe('ciphertexts', () => {
  it('a ciphertext opens only unaltered, with its own row, purpose and secret', async () => {
    const { encryption } = underSecrets(OLD)
    const sealed = encryption.encryptSecret('webhook-secret', 'whsec_x', 'row')
    expect(encryption.decryptSecret('webhook-secret', sealed, 'row')).toBe('whsec_x')
    expect(sealed).toMatch(new RegExp(`^v2\\.${idOf(OLD)}\\.`))
    expect(() => encryption.decryptSecret('idempotent-answer', sealed, 'row')).toThrow(NOT_OURS)
    expect(() => encryption.decryptSecret('webhook-secret', sealed, 'another')).toThrow(NOT_OURS)
    for (const part of [2, 3, 4]) {
      const parts = sealed.split('.')
      const flipped = Buffer.from(parts[part] ?? '', 'base64url')
      flipped[0] = (flipped[0] ?? 0) ^ 1
      parts[part] = flipped.toString('base64url')
      expect(() => encryption.decryptSecret('webhook-secret', parts.join('.'), 'row')).toThrow(NOT_OURS)
    }
    const short = sealed.split('.')
    short[3] = Buffer.from(short[3] ?? '', 'base64url')
      .subarray(0, 4)
      .toString('base64url')
    expect(() => encryption.decryptSecret('webhook-secret', short.join('.'), 'row')).toThrow(NOT_OURS)
    const elsewhere = underSecrets(NEW)
    expect(() => elsewhere.encryption.decryptSecret('webhook-secret', sealed, 'row')).toThrow(/under a secret it knows/)
  })
})
