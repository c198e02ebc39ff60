import { isPhoneVerified } from '../auth/verified-phone'
import { db } from '../db'

export async function listSmsRecipients(organizationId: string): Promise<string[]> {
  const rows = await db.membership.findMany({
    where: { organizationId, user: { phone: { not: null }, deletesAt: null } },
    select: { userId: true, user: { select: { phone: true, phoneReached: true } } },
  })
  return rows.filter(({ user }) => isPhoneVerified(user)).map(({ userId }) => userId)
}
