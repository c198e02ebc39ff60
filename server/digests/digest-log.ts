import type { Digest as DigestRow, DigestMail as MailRow } from '@/prisma/generated/client'
import { db } from '../db'
import { makeReason, readReason } from '../messaging/outcome/reasons'
import { type Page, readRowsAndTotal, toPage } from '../paging'
import { addDays, toIsoDay } from '../responses/response-stats'
import { type DigestLogEmail, type DigestLogEntry, DigestReason, DigestState, type ListDigests } from './schema'

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
  const reasons = await loadPendingReasons(organizationId, rows)
  return toPage(
    rows.map((row) => presentDigest(row, reasons)),
    total,
    input,
  )
}

type Row = DigestRow & { mails: MailRow[] }
type Reasons = ReadonlyMap<string | null, MailRow['reason']>

async function loadPendingReasons(organizationId: string, rows: readonly Row[]): Promise<Reasons> {
  const pendingIds = rows.flatMap(({ mails }) => mails.filter(({ state }) => state === 'waiting').map(({ id }) => id))
  const emails = await db.systemEmail.findMany({
    where: { organizationId, subjectId: { in: pendingIds } },
    select: { subjectId: true, reason: true },
  })
  return new Map(emails.map(({ subjectId, reason }) => [subjectId, reason]))
}

function presentDigest({ id, week, isPreview, reason, mails, createdAt }: Row, reasons: Reasons): DigestLogEntry {
  const from = toIsoDay(week)
  return {
    id,
    from,
    to: addDays(from, 6),
    isPreview,
    reason: DigestReason.nullable().parse(reason),
    mails: mails.map((email) => presentEmail(email, reasons)),
    createdAt: createdAt.toISOString(),
  }
}

/** A pending email without a system_email row was deleted with its recipient's account. */
function presentEmail({ id, name, state, reason, sentAt }: MailRow, reasons: Reasons): DigestLogEmail {
  if (state === 'waiting' && !reasons.has(id))
    return { name, state: 'skipped', reason: makeReason('notMember'), sentAt: null }
  return {
    name,
    state: DigestState.parse(state),
    reason: readReason(reason ?? reasons.get(id) ?? null),
    sentAt: sentAt?.toISOString() ?? null,
  }
}
