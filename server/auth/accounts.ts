import type { Organization as OrganizationRow } from '@/prisma/generated/client'
import { OPERATOR_CONTEXT } from '../actor-context'
import { audit, auditInUserOrganizations } from '../audit/audit'
import type { AuditAction } from '../audit/constants'
import { DAY_MS, now } from '../clock'
import { db, isUniqueViolation } from '../db'
import { Forbidden, NotFound, ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import { NO_ORGANIZATION_ID } from '../organizations/constants'
import { guessRegionSettings } from '../organizations/guess-region-settings'
import { setInitialOperatorHomeOrganization } from '../organizations/operator-home-organization'
import { resolveContactMessageRestriction } from '../organizations/sending-restriction'
import type { UserActor } from '../principal'
import { defineBucket, enforceBuckets } from '../rate-limit/rate-limit'
import { type RequestOrigin, UNKNOWN_REQUEST_ORIGIN } from '../security-events'
import { resolveTimeZone } from '../time-zones'
import { transact } from '../unit-of-work'
import { Language } from '../validation/schema'
import { requireAccountNotPendingDeletion } from './account-deletion'
import { notifyCredentialChanged, revokeSessionsAndPendingTokens } from './credential-changes'
import { hashPassword, verifyPassword } from './passwords'
import type { Account, CreateOrganization, Credentials, SignUp } from './schema'
import { isRole } from './sessions'
import { mayCreateOrganizations, requireOrganizationCreationAllowed } from './sign-up-policy'

export type CreatedAccount = { userId: string; organizationId: string; email: string }

/**
 * Creates a user with a password and their organization, in one transaction.
 * @param createdBy an organization that signed itself up sends nothing until an owner has verified their address.
 * @throws {ValidationError} under `email` when the address has an account. This reveals that the account exists, which a sign-up form
 * cannot avoid.
 */
export async function signUp(
  { password, ...person }: SignUp & { language?: Language; acceptLanguage?: string | null },
  createdBy: 'operator' | 'themself',
  origin: RequestOrigin = UNKNOWN_REQUEST_ORIGIN,
): Promise<CreatedAccount> {
  return createOwnerWithOrganization(
    { ...person, passwordHash: await hashPassword(password), isEmailVerified: false },
    createdBy,
    origin,
  )
}

type NewOwner = Omit<SignUp, 'password'> & {
  language?: Language
  acceptLanguage?: string | null
  passwordHash: string | null
  isEmailVerified: boolean
}

export async function createOwnerWithOrganization(
  { name, email, passwordHash, isEmailVerified, organizationName, language, ...browser }: NewOwner,
  createdBy: 'operator' | 'themself',
  origin: RequestOrigin,
): Promise<CreatedAccount> {
  // The operator vouches for accounts they create: no verification needed, and the full quota from the start.
  const isOperatorCreated = createdBy === 'operator'
  const verifiedAt = isOperatorCreated || isEmailVerified ? now() : null
  const organization = {
    name: organizationName,
    verifiedAt,
    ...(isOperatorCreated ? { quotaEarned: false } : {}),
    ...(await guessRegionSettings(language, browser)),
  }
  try {
    return await transact(async ({ tx }) => {
      const { id, memberships } = await tx.user.create({
        data: {
          name,
          email,
          passwordHash,
          emailVerifiedAt: verifiedAt,
          ...(language === undefined ? {} : { language }),
          memberships: { create: { role: 'owner', organization: { create: organization } } },
        },
        select: { id: true, memberships: { select: { organizationId: true } } },
      })
      const organizationId = memberships[0]?.organizationId
      if (organizationId === undefined) throw new Error('an account was made without its organization')
      if (isOperatorCreated) await setInitialOperatorHomeOrganization(tx, organizationId)
      await audit(organizationId, {
        action: 'sign_up.succeeded',
        record: { type: 'organization', id: organizationId, name: organizationName },
        actorContext: isOperatorCreated ? OPERATOR_CONTEXT : { actor: { type: 'user', id, name }, origin },
        about: { userId: id },
      })
      return { userId: id, organizationId, email }
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ValidationError({ email: [localizableMessage('session.emailTaken')] })
  }
}

export type UserWithPasswordHash = { id: string; name: string; email: string; passwordHash: string }

export async function verifyCredentials({ email, password }: Credentials): Promise<UserWithPasswordHash | null> {
  const user = await db.user.findUnique({
    where: { email },
    select: { id: true, name: true, email: true, passwordHash: true },
  })
  const isCorrect = await verifyPassword(user?.passwordHash, password)
  return user?.passwordHash && isCorrect ? { ...user, passwordHash: user.passwordHash } : null
}

export async function resetPasswordAsOperator(email: string, password: string) {
  const passwordHash = await hashPassword(password)
  return transact(async (work) => {
    const { tx } = work
    const [user] = await tx.user.updateManyAndReturn({ where: { email }, data: { passwordHash }, select: { id: true } })
    if (!user) throw new NotFound('user')
    const { id: userId } = user
    const sessions = await revokeSessionsAndPendingTokens(tx, userId)
    await auditInUserOrganizations(userId, { action: 'password.changed', about: { userId, sessions } })
    await notifyCredentialChanged(work, userId, { what: 'password' })
    return { userId, email }
  })
}

const CURRENT_ORGANIZATION_FIELDS = {
  id: true,
  name: true,
  demo: true,
  timeZone: true,
  verifiedAt: true,
  suspendedAt: true,
  deletesAt: true,
  sendingStoppedAt: true,
  suspensionReason: true,
  testOrganization: { select: { organizationId: true } },
} as const

type CurrentOrganizationRow = Pick<
  OrganizationRow,
  Exclude<keyof typeof CURRENT_ORGANIZATION_FIELDS, 'testOrganization'>
> & { testOrganization: object | null }

async function presentCurrentOrganization({
  verifiedAt,
  suspendedAt,
  deletesAt,
  sendingStoppedAt,
  testOrganization,
  ...organization
}: CurrentOrganizationRow): Promise<NonNullable<Account['organization']>> {
  return {
    ...organization,
    isTest: testOrganization !== null,
    timeZone: await resolveTimeZone(organization.timeZone),
    deletesAt: deletesAt?.toISOString() ?? null,
    hold: resolveContactMessageRestriction({ verifiedAt, suspendedAt, deletesAt, sendingStoppedAt }),
  }
}

export async function getAccount(
  organizationId: string,
  { userId, name, email, role }: UserActor,
): Promise<Omit<Account, 'mailCaptured' | 'smsCaptured' | 'baseUrl' | 'restriction'>> {
  const memberships = await db.membership.findMany({
    where: { userId },
    select: { role: true, organization: { select: CURRENT_ORGANIZATION_FIELDS } },
    orderBy: [{ organization: { name: 'asc' } }, { organizationId: 'asc' }],
  })
  const current = memberships.find(({ organization }) => organization.id === organizationId)
  if (!current && organizationId !== NO_ORGANIZATION_ID) throw new NotFound('organization')
  const person = await db.user.findUniqueOrThrow({ where: { id: userId } })
  return {
    mayCreateOrganizations: mayCreateOrganizations(person),
    user: { id: userId, name, email, role },
    organization: current ? await presentCurrentOrganization(current.organization) : null,
    organizations: memberships.flatMap(({ role: memberRole, organization: { id, name: label, deletesAt } }) =>
      isRole(memberRole) ? { id, name: label, role: memberRole, isLeaving: deletesAt !== null } : [],
    ),
  }
}

export async function switchOrganization({ userId, sessionId }: UserActor, organizationId: string): Promise<void> {
  await transact(async ({ tx }) => {
    const membership = await tx.membership.findUnique({
      where: { organizationId_userId: { organizationId, userId } },
      select: { organization: { select: { name: true } } },
    })
    if (!membership) throw new NotFound('organization')
    await tx.session.updateMany({ where: { id: sessionId, userId }, data: { organizationId } })
    const record = { type: 'organization', id: organizationId, name: membership.organization.name } as const
    await audit(organizationId, { action: 'organization.switched', record })
  })
}

const ORGANIZATIONS_PER_DAY = 2
const FORMER_OWNER_BLOCK_MS = 30 * DAY_MS

/**
 * Creates an organization owned by the user and switches the session to it. It may send immediately if the user's address is verified; the
 * first-day quota is shared with the user's other new organizations.
 * @throws {Forbidden} where only the operator creates accounts, and for the owner of a suspended organization.
 * @throws {ValidationError} where sign-up is limited to certain domains and the user's address is of another, or not verified.
 * @throws {RateLimitExceeded} after two a day
 */
export async function createOrganization({ userId, sessionId }: UserActor, { name, timeZone }: CreateOrganization) {
  const owner = await db.user.findUniqueOrThrow({ where: { id: userId } })
  requireOrganizationCreationAllowed(owner)
  if (await ownsSuspendedOrganization(userId)) throw new Forbidden(localizableMessage('organization.ownerSuspended'))
  await enforceBuckets([defineBucket(`organizations of ${userId}`, 24 * 60 * 60, ORGANIZATIONS_PER_DAY)])
  const region = await guessRegionSettings(Language.safeParse(owner.language).data, { timeZone })
  return transact(async ({ tx }) => {
    await requireAccountNotPendingDeletion(tx, userId)
    const person = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { emailVerifiedAt: true } })
    const { id: organizationId } = await tx.organization.create({
      data: {
        name,
        verifiedAt: person.emailVerifiedAt === null ? null : now(),
        ...region,
        memberships: { create: { userId, role: 'owner', lastSeenAt: now() } },
      },
      select: { id: true },
    })
    await tx.session.updateMany({ where: { id: sessionId, userId }, data: { organizationId } })
    const record = { type: 'organization', id: organizationId, name } as const
    await audit(organizationId, { action: 'sign_up.succeeded', record, about: { userId } })
    return { organizationId }
  })
}

async function ownsSuspendedOrganization(userId: string): Promise<boolean> {
  const owned = await db.membership.count({
    where: { userId, role: 'owner', organization: { suspendedAt: { not: null } } },
  })
  if (owned > 0) return true
  const transferredAway = await db.auditEvent.count({
    where: {
      organization: { suspendedAt: { not: null } },
      action: 'member.role_changed' satisfies AuditAction,
      changes: { array_contains: [{ field: 'role', from: 'owner' }] },
      createdAt: { gt: new Date(now().getTime() - FORMER_OWNER_BLOCK_MS) },
      recordId: userId,
    },
  })
  return transferredAway > 0
}
