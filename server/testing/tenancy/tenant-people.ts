import { v7 as uuidv7 } from 'uuid'
import { DAY_MS, now } from '../../clock'
import { db } from '../../db'
import { aMember } from '../factories/sessions'

/** Who else belongs to an organization, who was asked to, and what was written down of them; all with its mark. */
export async function makePeople(
  { organizationId }: { organizationId: string },
  canary: string,
  { user, apiKey }: { user: string; apiKey: string },
) {
  const { userId: colleague } = await aMember(organizationId, 'member')
  await db.user.update({
    where: { id: colleague },
    data: { name: `Colleague ${canary}`, email: `colleague-${canary}@example.com` },
  })
  await db.session.updateMany({
    where: { organizationId, userId: user },
    data: { userAgent: `Browser ${canary}`, address: `address-${canary}`, lastSeenAt: new Date('2099-01-01') },
  })
  const { id: invitation } = await db.invitation.create({
    data: {
      organizationId,
      email: `invited-${canary}@example.com`,
      role: 'member',
      language: 'en',
      invitedById: user,
      invitedByName: `Person ${canary}`,
      expiresAt: new Date(now().getTime() + DAY_MS),
    },
  })
  // Theirs to accept, by whoever belongs already.
  await db.user.update({ where: { id: user }, data: { emailVerifiedAt: now() } })
  const { id: ownInvitation } = await db.invitation.create({
    data: {
      organizationId,
      email: `person-${canary}@example.com`,
      role: 'member',
      language: 'en',
      expiresAt: new Date(now().getTime() + DAY_MS),
    },
  })
  const { id: auditEvent } = await db.auditEvent.create({
    data: {
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
    },
  })
  const { id: otherSession } = await db.session.create({
    data: { organizationId, userId: user, expiresAt: new Date('2099-01-01'), lastSeenAt: new Date('2099-01-01') },
  })
  await db.authenticatorApp.create({
    data: { userId: user, secretEncrypted: `sealed-${canary}`, confirmedAt: now() },
  })
  const { id: passkey } = await db.passkey.create({
    data: {
      userId: user,
      name: `Passkey ${canary}`,
      credentialId: `credential-${canary}`,
      publicKey: Buffer.from(canary),
      counter: 0,
      transports: [],
      isSynced: true,
    },
  })
  const { id: identity } = await db.identity.create({
    data: {
      userId: user,
      provider: 'oidc',
      issuer: 'https://login.example.com',
      subject: `subject-${canary}`,
      email: `${canary}@login.example.com`,
    },
  })
  return { passkey, identity, colleague, invitation, ownInvitation, auditEvent, otherSession }
}
