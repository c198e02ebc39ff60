import { randomUUID } from 'node:crypto'
import { audit } from '../audit/audit'
import { db, type Tx } from '../db'
import { lockOrganization } from '../locks'
import { defineBucket, enforceBuckets } from '../rate-limit/rate-limit'
import { transact } from '../unit-of-work'
import { type LogoImage, toLogoImage } from './constants'
import { normalizeLogo } from './normalize-logo'
import type { UploadLogo } from './schema'

const HOUR_SECONDS = 60 * 60
const UPLOADS_PER_HOUR = 60

/**
 * Stores the organization's logo in place of the former one, whose address stops working.
 * @throws {ValidationError} see {@link normalizeLogo} @throws {RateLimitExceeded}
 */
export async function uploadLogo(organizationId: string, { image }: UploadLogo): Promise<LogoImage> {
  await enforceBuckets([defineBucket(`logo ${organizationId}`, HOUR_SECONDS, UPLOADS_PER_HOUR)])
  const logo = { id: randomUUID(), ...(await normalizeLogo(Buffer.from(image, 'base64'))) }
  await transact(async ({ tx }) => {
    await deleteStoredLogo(tx, organizationId)
    await tx.organizationLogo.create({ data: { ...logo, organizationId } })
    await audit(organizationId, { action: 'logo.uploaded' })
  })
  return toLogoImage(logo)
}

export async function deleteLogo(organizationId: string): Promise<{ deleted: boolean }> {
  return transact(async ({ tx }) => {
    const deleted = await deleteStoredLogo(tx, organizationId)
    if (deleted) await audit(organizationId, { action: 'logo.deleted' })
    return { deleted }
  })
}

async function deleteStoredLogo(tx: Tx, organizationId: string): Promise<boolean> {
  await lockOrganization(tx, organizationId)
  const { count } = await tx.organizationLogo.deleteMany({ where: { organizationId } })
  return count > 0
}

export const SELECT_LOGO = { select: { id: true, width: true, height: true } } as const

/** Public: the random id is all that is needed to read a logo. @returns the PNG; null if there is none with this id. */
export async function findLogoPng(id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await db.organizationLogo.findUnique({ where: { id }, select: { png: true } })
  return row?.png ?? null
}
