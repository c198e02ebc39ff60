import { NotFound } from '../../errors'
import { findLogoPng } from '../../sender-profile/logo'
import { Id } from '../../validation/schema'

const HEADERS = {
  'Content-Type': 'image/png',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  // Another logo has another address.
  'Cache-Control': 'public, max-age=31536000, immutable',
}

/** GET /logo/{id}: an organization's logo, for emails and survey pages. @throws {NotFound} also for a logo that was replaced or deleted */
export async function handleLogo(id: string): Promise<Response> {
  const png = Id.safeParse(id).success ? await findLogoPng(id) : null
  if (png === null) throw new NotFound('logo')
  return new Response(png, { headers: { ...HEADERS, 'Content-Length': String(png.byteLength) } })
}
