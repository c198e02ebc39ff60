import type { Digest, DigestMail } from '@/prisma/generated/client'
import { db } from '../db'
import { castReason, makeReason } from '../messaging/outcome/reasons'
import { type Page, readRowsAndTotal, toPage } from '../paging'
import { addDays, toIsoDay } from '../responses/response-stats'
import {
  DigestEmailState,
  type DigestLogEmail,
  type DigestLogEntry,
  DigestSkipReason,
  type ListDigests,
} from './schema'

export async function listDigests(organizationId: string, input: ListDigests): Promise<Page<DigestLogEntry>> {
  const where = { organizationId }
  const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]
  const [rows, total] = await readRowsAndTotal(input, {
    where,
    orderBy,
    findRows: (query) =>
      db.digest.findMany({ ...query, include: { mails: { orderBy: [{ name: 'asc' }, { id: 'asc' }] } } }),
    findIds: (query) => db.digest.findMany({ ...query, select: { id: true } }),
    count: () => db.digest.count({ where }),
  })
  const pendingIds = rows.flatMap(({ mails }) => mails.filter(({ state }) => state === 'waiting').map(({ id }) => id))
  const emails = await db.systemEmail.findMany({
    where: { organizationId, subjectId: { in: pendingIds } },
    select: { subjectId: true, reason: true },
  })
  const reasons = new Map(emails.map(({ subjectId, reason }) => [subjectId, reason]))
  const data = rows.map((row) => presentDigest(row, reasons))
  return toPage(data, total, input)
}

type Reasons = ReadonlyMap<string | null, DigestMail['reason']>

function presentDigest(
  { id, week, isPreview, reason, mails, createdAt }: Digest & { mails: DigestMail[] },
  reasons: Reasons,
): DigestLogEntry {
  const from = toIsoDay(week)
  return {
    id,
    from,
    to: addDays(from, 6),
    isPreview,
    reason: DigestSkipReason.nullable().parse(reason),
    mails: mails.map((email) => presentEmail(email, reasons)),
    createdAt: createdAt.toISOString(),
  }
}

/** A pending email without a system_email row was deleted with its recipient's account. */
function presentEmail({ id, name, state, reason, sentAt }: DigestMail, reasons: Reasons): DigestLogEmail {
  if (state === 'waiting' && !reasons.has(id))
    return { name, state: 'skipped', reason: makeReason('notMember'), sentAt: null }
  return {
    name,
    state: DigestEmailState.parse(state),
    reason: castReason(reason ?? reasons.get(id) ?? null),
    sentAt: sentAt?.toISOString() ?? null,
  }
}
