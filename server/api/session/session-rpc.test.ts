import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { aContact, anApiKey, anOrganization } from '../../testing/factories/basics'
import { aSession } from '../../testing/factories/sessions'
import { sendRestRequest } from '../../testing/rest-client'
import { handleSessionRpc } from './session-rpc'

const OURS = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

async function rpc(procedure: string, input: unknown, headers: Record<string, string>, method = 'POST') {
  const response = await handleSessionRpc(
    new Request(`http://localhost/api/trpc/${procedure}`, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
    }),
  )
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown }
}

describe('/api/trpc', () => {
  it('200: /api/trpc runs a procedure as the signed-in user, with Cache-Control: no-store', async () => {
    const organizationId = await anOrganization({ name: 'Analytical' })
    const { cookie } = await aSession(organizationId)

    const answer = await rpc('account.get', undefined, { cookie }, 'GET')

    expect(answer).toMatchObject({
      status: 200,
      body: { result: { data: { data: { organization: { name: 'Analytical' }, user: { role: 'owner' } } } } },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('401: /api/trpc refuses a request without a session, even with an admin API key', async () => {
    const organizationId = await anOrganization()
    const { key } = await anApiKey(organizationId, ['admin'])
    const unauthenticated = { status: 401, body: { error: { data: { error: { code: 'UNAUTHENTICATED' } } } } }

    expect(await rpc('account.get', undefined, {}, 'GET')).toMatchObject(unauthenticated)
    expect(await rpc('account.get', undefined, { 'x-api-key': key }, 'GET')).toMatchObject(unauthenticated)
    expect(await rpc('account.get', undefined, { authorization: `Bearer ${key}` }, 'GET')).toMatchObject(
      unauthenticated,
    )
    const cookie = `next-auth.session-token=${key}`
    expect(await rpc('account.get', undefined, { cookie }, 'GET')).toMatchObject(unauthenticated)
  })

  it('401: /api/v1 requires an API key even if a session cookie is sent', async () => {
    const { cookie } = await aSession(await anOrganization())
    const answer = await sendRestRequest(null, 'GET /contacts', undefined, { headers: { cookie } })
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'MISSING_API_KEY' } } })
  })

  it('400: a person cannot save a phone number that does not exist, and sees how a number is read', async () => {
    const organizationId = await anOrganization({ defaultCountry: 'US' })
    const { cookie } = await aSession(organizationId)
    const typed = { email: 'ada@example.com', firstName: 'Ada', phone: '06 12 34 56 78' }
    const refused = await rpc('contacts.create', typed, { ...OURS, cookie, 'accept-language': 'en' })
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { data: { error: { details: { phone: [expect.stringContaining('Read as +1')] } } } } },
    })
    await db.organization.update({ where: { id: organizationId }, data: { defaultCountry: 'FR' } })
    const procedure = `contacts.readPhone?input=${encodeURIComponent(JSON.stringify({ phone: typed.phone }))}`
    expect(await rpc(procedure, undefined, { cookie }, 'GET')).toMatchObject({
      body: { result: { data: { data: { read: '+33 6 12 34 56 78' } } } },
    })
    expect((await rpc('contacts.create', typed, { ...OURS, cookie })).status).toBe(200)
    expect(await db.contact.findFirst({ where: { organizationId } })).toMatchObject({ phone: '+33612345678' })
  })

  it('a person can change a contact whose phone number a program stored as given', async () => {
    const organizationId = await anOrganization()
    const { cookie } = await aSession(organizationId)
    const { id } = await aContact(organizationId, { phone: 'ext. 12' })
    const change = { id, firstName: 'Ada', phone: 'ext. 12', asRead: { phone: 'ext. 12' } }
    expect((await rpc('contacts.update', change, { ...OURS, cookie })).status).toBe(200)
    expect((await rpc('contacts.update', { ...change, phone: 'ext. 13' }, { ...OURS, cookie })).status).toBe(400)
  })

  it('403: /api/trpc refuses a mutation from another site, and changes nothing', async () => {
    const organizationId = await anOrganization({ name: 'Before' })
    const { cookie } = await aSession(organizationId)

    const foreign = await rpc('settings.update', { name: 'After' }, { ...OURS, cookie, 'sec-fetch-site': 'same-site' })
    expect(foreign).toMatchObject({ status: 403, body: { error: { data: { error: { code: 'FORBIDDEN' } } } } })
    expect(await db.organization.findUnique({ where: { id: organizationId } })).toMatchObject({ name: 'Before' })

    const own = await rpc('settings.update', { name: 'After' }, { ...OURS, cookie })
    expect(own.status).toBe(200)
    expect(await db.organization.findUnique({ where: { id: organizationId } })).toMatchObject({ name: 'After' })
  })

  describe('the language of error messages', () => {
    const words = ({ body }: { body: unknown }) =>
      (body as { error: { message: string; data: { error: { message: string; details?: unknown } } } }).error

    it('error messages of /api/trpc use the chosen language before the browser’s; those of REST stay English', async () => {
      const organizationId = await anOrganization()
      const { cookie } = await aSession(organizationId)
      const { key } = await anApiKey(organizationId, ['admin'])
      const french = { ...OURS, cookie: `${cookie}; cfs-locale=fr`, 'accept-language': 'en' }
      const invalid = { firstName: '', email: 'not-an-email' }

      const refused = words(await rpc('contacts.create', invalid, french))
      expect(refused.data.error).toMatchObject({
        message: 'Certains champs sont à revoir.',
        details: { firstName: ['Ce champ est obligatoire.'], email: ['Saisissez une adresse e-mail valide.'] },
      })
      expect(refused.message).toBe(refused.data.error.message)
      const rest = await sendRestRequest(key, 'POST /contacts', invalid, { headers: { 'accept-language': 'fr' } })
      expect(rest.body).toMatchObject({
        error: {
          message: 'Some fields need your attention.',
          details: { firstName: ['This field is required.'], email: ['Enter a valid email address.'] },
        },
      })
    })

    it('authentication, lookup and validation errors of /api/trpc use the browser’s language', async () => {
      const { cookie } = await aSession(await anOrganization())
      const french = { ...OURS, cookie, 'accept-language': 'fr-CA,fr;q=0.9' }
      const unknown = await rpc('contacts.update', { id: '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57' }, french)
      expect(words(unknown).data.error.message).toBe('Contact introuvable.')
      const target = { hookUrl: 'http://example.com/x', triggerTypes: ['new_contact'] }
      expect(words(await rpc('webhookConsole.add', target, french)).data.error.details).toEqual({
        hookUrl: ['Utilisez https\u202f: les événements ne sont pas envoyés sur une connexion non chiffrée.'],
      })
      const anonymous = await rpc('contacts.create', {}, { ...OURS, 'accept-language': 'fr' })
      expect(words(anonymous).data.error.message).toBe('Connectez-vous d’abord.')
    })
  })

  it('403: a member can read neither API keys nor settings; 200: an admin can', async () => {
    const organizationId = await anOrganization()
    const member = await aSession(organizationId, 'member')
    const admin = await aSession(organizationId, 'admin')
    for (const procedure of ['apiKeys.list', 'settings.get']) {
      expect(await rpc(procedure, undefined, { cookie: member.cookie }, 'GET')).toMatchObject({
        status: 403,
        body: { error: { data: { error: { code: 'FORBIDDEN', message: expect.stringContaining('role') as string } } } },
      })
      expect((await rpc(procedure, undefined, { cookie: admin.cookie }, 'GET')).status).toBe(200)
    }
  })

  it('409: refuses a mutation from a page of another user or organization than the session’s', async () => {
    const organizationId = await anOrganization({ name: 'Before' })
    const { cookie, userId } = await aSession(organizationId)
    const elsewhere = await aSession(await anOrganization())
    const update = async (pageOf: string) =>
      rpc('settings.update', { name: 'After' }, { ...OURS, cookie, 'x-page-of': pageOf })

    for (const other of [`${elsewhere.userId}.${organizationId}`, `${userId}.${elsewhere.userId}`, ''])
      expect(await update(other)).toMatchObject({
        status: 409,
        body: { error: { data: { error: { code: 'SESSION_CHANGED' } } } },
      })
    expect(await db.organization.findUnique({ where: { id: organizationId } })).toMatchObject({ name: 'Before' })
    expect((await update(`${userId}.${organizationId}`)).status).toBe(200)
  })

  it('405: /api/trpc refuses a mutation by GET; 400: it refuses a batch of calls in one request', async () => {
    const { cookie } = await aSession(await anOrganization())
    expect((await rpc('settings.update?input={}', undefined, { cookie }, 'GET')).status).toBe(405)
    const batch = await rpc('account.get,account.get?batch=1', undefined, { cookie }, 'GET')
    expect(batch.status).toBe(400)
  })

  it('400: a mutation names each invalid field with a sentence', async () => {
    const { cookie } = await aSession(await anOrganization())
    const answer = await rpc('settings.update', { name: '', timeZone: 'Mars' }, { ...OURS, cookie })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: {
          data: {
            error: {
              code: 'VALIDATION_ERROR',
              details: { name: ['This field is required.'], timeZone: ['Choose a time zone such as Europe/Paris.'] },
            },
          },
        },
      },
    })
  })
})
