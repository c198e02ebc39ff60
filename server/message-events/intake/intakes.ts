import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { MailEventIntake as Row } from '@/prisma/generated/client'
import { audit } from '../../audit/audit'
import { db } from '../../db'
import { decryptSecret, encryptSecret, signToken, verifyToken } from '../../encryption'
import { env } from '../../env'
import { NotFound, ValidationError } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import { transact } from '../../unit-of-work'
import { BASIC_USER_NAME, type MailEventProvider, SECRET_SOURCES } from './constants'
import type { MailEventIntake, SetMailEventSecret } from './schema'
import { readSendGridKey } from './verify-signature'

export async function listMailEventIntakes(organizationId: string | null): Promise<MailEventIntake[]> {
  const rows = await db.mailEventIntake.findMany({ where: { organizationId }, orderBy: { provider: 'asc' } })
  return rows.map(presentIntake)
}

/**
 * Creates the address at which a provider reports events, with a secret if this service makes it.
 * @param organizationId null: for the messages of all organizations, by the operator
 * @throws {ValidationError} if there is one for this provider
 */
export async function addMailEventIntake(
  organizationId: string | null,
  provider: MailEventProvider,
): Promise<MailEventIntake> {
  const id = uuidv7()
  const secret = SECRET_SOURCES[provider] === 'service' ? randomBytes(24).toString('base64url') : null
  return transact(async ({ tx }) => {
    const data = {
      id,
      organizationId,
      provider,
      secretEncrypted: secret && encryptSecret('mail-event-secret', secret, id),
    }
    const [row] = await tx.mailEventIntake.createManyAndReturn({ data: [data], skipDuplicates: true })
    if (!row) throw new ValidationError({ provider: [localizableMessage('mailEvents.exists')] })
    if (organizationId !== null)
      await audit(organizationId, {
        action: 'mail_events.added',
        record: { type: 'mailEventIntake', id, name: provider },
      })
    return presentIntake(row)
  })
}

/** Stores the secret with which the provider signs. @throws {NotFound} @throws {ValidationError} */
export async function setMailEventSecret(
  organizationId: string | null,
  { id, secret }: SetMailEventSecret,
): Promise<MailEventIntake> {
  return transact(async ({ tx }) => {
    const intake = await tx.mailEventIntake.findFirst({ where: { id, organizationId } })
    if (!intake) throw new NotFound('mailEventIntake')
    const provider = intake.provider as MailEventProvider
    if (SECRET_SOURCES[provider] !== 'provider' || !isUsableSecret(provider, secret))
      throw new ValidationError({ secret: [localizableMessage('mailEvents.secret')] })
    const secretEncrypted = encryptSecret('mail-event-secret', secret, id)
    const row = await tx.mailEventIntake.update({ where: { id }, data: { secretEncrypted } })
    if (organizationId !== null)
      await audit(organizationId, {
        action: 'mail_events.secret_set',
        record: { type: 'mailEventIntake', id, name: provider },
      })
    return presentIntake(row)
  })
}

/**
 * Shows the secret that this service made, to be entered at the provider.
 * @throws {NotFound} also if the provider made it
 */
export async function revealMailEventSecret(
  organizationId: string | null,
  id: string,
): Promise<{ secret: string; addressWithSecret: string }> {
  return transact(async ({ tx }) => {
    const row = await tx.mailEventIntake.findFirst({ where: { id, organizationId } })
    const secret =
      row && SECRET_SOURCES[row.provider as MailEventProvider] === 'service' ? decryptIntakeSecret(row) : null
    if (row === null || secret === null) throw new NotFound('mailEventIntake')
    const url = new URL(presentIntake(row).address)
    url.username = BASIC_USER_NAME
    url.password = secret
    if (organizationId !== null)
      await audit(organizationId, {
        action: 'mail_events.secret_shown',
        record: { type: 'mailEventIntake', id, name: row.provider },
      })
    return { secret, addressWithSecret: url.href }
  })
}

/** @throws {NotFound} */
export async function removeMailEventIntake(
  organizationId: string | null,
  id: string,
): Promise<{ id: string; deleted: true }> {
  return transact(async ({ tx }) => {
    const intake = await tx.mailEventIntake.findFirst({ where: { id, organizationId } })
    if (!intake) throw new NotFound('mailEventIntake')
    await tx.mailEventIntake.delete({ where: { id } })
    if (organizationId !== null)
      await audit(organizationId, {
        action: 'mail_events.removed',
        record: { type: 'mailEventIntake', id, name: intake.provider },
      })
    return { id, deleted: true }
  })
}

/** The intake of an address; null if there is none, or if it is of another provider. */
export async function findMailEventIntake(provider: string, token: string): Promise<Row | null> {
  const id = verifyToken('mail-events', token)
  return id === null ? null : db.mailEventIntake.findFirst({ where: { id, provider } })
}

function isUsableSecret(provider: MailEventProvider, secret: string): boolean {
  if (provider === 'resend') return SVIX_SECRET.test(secret)
  if (provider !== 'sendgrid') return true
  try {
    return readSendGridKey(secret).asymmetricKeyType === 'ec'
  } catch {
    return false
  }
}

/** At least 16 bytes: what is not base64 would be read as an empty key, with which anyone could sign. */
const SVIX_SECRET = /^whsec_[A-Za-z\d+/]{22,}={0,2}$/

export function decryptIntakeSecret({ id, secretEncrypted }: Pick<Row, 'id' | 'secretEncrypted'>): string | null {
  return secretEncrypted === null ? null : decryptSecret('mail-event-secret', secretEncrypted, id)
}

function presentIntake(row: Row): MailEventIntake {
  const { id, lastEventAt, recordedCount, unknownCount, refusedCount, createdAt } = row
  const provider = row.provider as MailEventProvider
  return {
    id,
    provider,
    address: `${env.baseUrl}/api/mail-events/${provider}/${signToken('mail-events', id)}`,
    hasSecret: SECRET_SOURCES[provider] === 'none' || row.secretEncrypted !== null,
    isConfirmed: provider !== 'ses' || row.topicArn !== null,
    lastEventAt: lastEventAt?.toISOString() ?? null,
    recordedCount,
    unknownCount,
    refusedCount,
    createdAt: createdAt.toISOString(),
  }
}
