import { v7 as uuidv7 } from 'uuid'
import { DAY_MS, now } from '../../clock'
import type { RowBatch } from './row-batch'

export function addMemberAndAccountRows(
  rows: RowBatch,
  { organizationId }: { organizationId: string },
  canary: string,
  { user, apiKey }: { user: string; apiKey: string },
) {
  const colleague = rows.add('User', {
    name: `Colleague ${canary}`,
    email: `colleague-${canary}@example.com`,
    emailVerifiedAt: new Date(),
  })
  rows.add('Membership', { organizationId, userId: colleague, role: 'member' })
  const pendingInvitation = {
    organizationId,
    role: 'member',
    language: 'en',
    expiresAt: new Date(now().getTime() + DAY_MS),
  }
  const invitation = rows.add('Invitation', {
    ...pendingInvitation,
    email: `invited-${canary}@example.com`,
    invitedById: user,
    invitedByName: `Person ${canary}`,
  })
  // Pending invitation to a user who is a member already.
  const ownInvitation = rows.add('Invitation', { ...pendingInvitation, email: `person-${canary}@example.com` })
  const auditEvent = rows.add('AuditEvent', {
    id: uuidv7(),
    organizationId,
    action: 'api_key.created',
    actorType: 'user',
    actorId: user,
    actorName: `Person ${canary}`,
    recordType: 'apiKey',
    recordId: apiKey,
    recordName: `Key ${canary}`,
    changes: [{ field: 'name', from: null, to: canary }],
    address: `address-${canary}`,
    requestId: `request-${canary}`,
    createdAt: now(),
  })
  const farFuture = new Date('2099-01-01')
  const otherSession = rows.add('Session', {
    organizationId,
    userId: user,
    expiresAt: farFuture,
    lastSeenAt: farFuture,
  })
  rows.add('AuthenticatorApp', { userId: user, secretEncrypted: `sealed-${canary}`, confirmedAt: now() })
  const passkey = rows.add('Passkey', {
    userId: user,
    name: `Passkey ${canary}`,
    credentialId: `credential-${canary}`,
    publicKey: Buffer.from(canary),
    counter: 0,
    transports: [],
    isSynced: true,
  })
  const identity = rows.add('Identity', {
    userId: user,
    provider: 'oidc',
    issuer: 'https://login.example.com',
    subject: `subject-${canary}`,
    email: `${canary}@login.example.com`,
  })
  return { passkey, identity, colleague, invitation, ownInvitation, auditEvent, otherSession }
}
