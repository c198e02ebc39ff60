import type { Prisma } from '@/prisma/generated/client'
import { type AuditEntry, audit } from '../audit/audit'
import type { AuditAction } from '../audit/constants'
import { now } from '../clock'
import type { Tx } from '../db'
import { NotFound } from '../errors'
import { lockRow } from '../locks'
import type { ApiKey } from './schema'

export const KEY_INCLUDE = {
  createdBy: { select: { name: true } },
  _count: { select: { subscriptions: true } },
} as const

export type KeyRow = Prisma.ApiKeyGetPayload<{ include: typeof KEY_INCLUDE }>

export async function lockApiKey(tx: Tx, organizationId: string, id: string): Promise<KeyRow> {
  await lockRow(tx, 'api_key', organizationId, id)
  const row = await tx.apiKey.findFirst({ where: { organizationId, id }, include: KEY_INCLUDE })
  if (!row) throw new NotFound('apiKey')
  return row
}

export function auditKeyChange(
  organizationId: string,
  action: AuditAction,
  { id, name }: Pick<KeyRow, 'id' | 'name'>,
  { about, ...more }: Pick<AuditEntry, 'changes' | 'about'> = {},
): Promise<void> {
  return audit(organizationId, {
    action,
    record: { type: 'apiKey', id, name },
    about: { apiKeyId: id, ...about },
    ...more,
  })
}

export function presentApiKey(row: KeyRow): ApiKey {
  const hint = formatHint(row.start, row.end)
  const lastUses = [row.lastUsedAt, row.previousLastUsedAt].flatMap((at) => at ?? [])
  return {
    id: row.id,
    name: row.name,
    hint,
    scopes: row.scopes,
    isActive: row.isActive,
    expiresAt: toIsoOrNull(row.expiresAt),
    lastUsedAt: toIsoOrNull(lastUses.toSorted((one, other) => other.getTime() - one.getTime())[0]),
    secret: { hint, madeAt: (row.rotatedAt ?? row.createdAt).toISOString(), lastUsedAt: toIsoOrNull(row.lastUsedAt) },
    previous: presentPrevious(row),
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy?.name ?? null,
    knownTo: [row.secretById, isPreviousSecretValid(row) ? row.previousById : null].filter((id) => id !== null),
    subscriptions: row._count.subscriptions,
  }
}

export function isPreviousSecretValid({ previousExpiresAt }: Pick<KeyRow, 'previousExpiresAt'>): boolean {
  return previousExpiresAt !== null && previousExpiresAt > now()
}

function presentPrevious(row: KeyRow): ApiKey['previous'] {
  if (row.previousStart === null || row.previousEnd === null || row.previousExpiresAt === null) return null
  return {
    hint: formatHint(row.previousStart, row.previousEnd),
    endsAt: row.previousExpiresAt.toISOString(),
    lastUsedAt: toIsoOrNull(row.previousLastUsedAt),
  }
}

const formatHint = (start: string, end: string) => `cfs_${start}…${end}`
const toIsoOrNull = (at: Date | null | undefined) => at?.toISOString() ?? null
