import { db } from '../db'
import { NotFound } from '../errors'
import { type LogoImage, type StoredLogo, toLogoImage } from './constants'
import { SELECT_LOGO } from './logo'
import { parsePageLook } from './page-look'
import { parsePrivacyNotice } from './privacy-notice'
import type { PageLook, PrivacyNotice } from './schema'

/** What pages for customers show of an organization. */
export type OrganizationBranding = {
  id: string
  name: string
  brandColor: string | null
  look: PageLook
  privacyNotice: PrivacyNotice
  logo: LogoImage | null
}

export const SELECT_BRANDING = {
  select: { id: true, name: true, brandColor: true, pageLook: true, privacyNotice: true, logo: SELECT_LOGO },
} as const

type BrandingRow = {
  id: string
  name: string
  brandColor: string | null
  pageLook: unknown
  privacyNotice: unknown
  logo: StoredLogo | null
}

export function presentBranding({
  id,
  name,
  brandColor,
  pageLook,
  privacyNotice,
  logo,
}: BrandingRow): OrganizationBranding {
  return {
    id,
    name,
    brandColor,
    look: parsePageLook(pageLook),
    privacyNotice: parsePrivacyNotice(privacyNotice),
    logo: logo && toLogoImage(logo),
  }
}

/** @throws {NotFound} */
export async function getBranding(organizationId: string): Promise<OrganizationBranding> {
  const row = await db.organization.findUnique({ where: { id: organizationId }, ...SELECT_BRANDING })
  if (!row) throw new NotFound('organization')
  return presentBranding(row)
}
