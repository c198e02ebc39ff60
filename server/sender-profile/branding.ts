import { db } from '../db'
import { NotFound } from '../errors'
import { type LogoImage, type StoredLogo, toLogoImage } from './constants'
import { SELECT_LOGO } from './logo'

/** What pages for customers show of an organization. */
export type OrganizationBranding = { name: string; brandColor: string | null; logo: LogoImage | null }

export const SELECT_BRANDING = { select: { name: true, brandColor: true, logo: SELECT_LOGO } } as const

type BrandingRow = { name: string; brandColor: string | null; logo: StoredLogo | null }

export function presentBranding({ name, brandColor, logo }: BrandingRow): OrganizationBranding {
  return { name, brandColor, logo: logo && toLogoImage(logo) }
}

/** @throws {NotFound} */
export async function getBranding(organizationId: string): Promise<OrganizationBranding> {
  const row = await db.organization.findUnique({ where: { id: organizationId }, ...SELECT_BRANDING })
  if (!row) throw new NotFound('organization')
  return presentBranding(row)
}
