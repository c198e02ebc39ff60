import { v7 as uuidv7 } from 'uuid'
import { generateApiKey, getKeyHints, hashApiKey } from '../../api-keys/key-secret'
import { db, type Prisma } from '../../db'

export async function anOrganization(data: Partial<Prisma.OrganizationUncheckedCreateInput> = {}): Promise<string> {
  const { id } = await db.organization.create({ data: { ...organizationData(), ...data } })
  return id
}

export function organizationData() {
  return {
    name: `Organization ${uuidv7().slice(-6)}`,
    rateLimitPerMinute: 100_000,
    rateLimitPerHour: 1_000_000,
    verifiedAt: new Date(),
    quotaEarned: false,
  }
}

export async function anApiKey(
  organizationId: string,
  scopes: readonly string[],
  data: Partial<Prisma.ApiKeyUncheckedCreateInput> = {},
): Promise<{ id: string; key: string }> {
  const { key, columns } = apiKeyData(scopes)
  const { id } = await db.apiKey.create({ data: { organizationId, ...columns, ...data } })
  return { id, key }
}

export function apiKeyData(scopes: readonly string[]) {
  const key = generateApiKey()
  return { key, columns: { name: 'Test key', hash: hashApiKey(key), ...getKeyHints(key), scopes: [...scopes] } }
}

export function anEmailAddress(name = 'ada'): string {
  return `${name}-${uuidv7()}@example.com`
}

export async function aContact(organizationId: string, data: Partial<Prisma.ContactUncheckedCreateInput> = {}) {
  return db.contact.create({ data: { organizationId, email: anEmailAddress(), firstName: 'Ada', ...data } })
}

export async function aLocation(organizationId: string, data: Partial<Prisma.LocationUncheckedCreateInput> = {}) {
  return db.location.create({ data: { organizationId, name: 'Downtown', ...data } })
}

export async function aSurvey(organizationId: string, data: Partial<Prisma.SurveyUncheckedCreateInput> = {}) {
  return db.survey.create({ data: { organizationId, name: 'How likely', type: 'nps', ...data } })
}

export async function aSubscription(
  organizationId: string,
  triggerTypes: readonly string[],
  data: Partial<Prisma.WebhookSubscriptionUncheckedCreateInput> = {},
) {
  return db.webhookSubscription.create({
    data: {
      organizationId,
      hookUrl: `https://receiver.example.com/${uuidv7()}`,
      triggerTypes: [...triggerTypes],
      secretEncrypted: 'unreadable',
      ...data,
    },
  })
}
