import { findSurveyTokenByShortCode } from '../../sequences/sending/survey-short-link'

/** GET /t/{code}: redirects from the short link in a text message to the survey. An unknown code leads to the page of an unknown link. */
export async function handleSurveyShortLink(code: string): Promise<Response> {
  const token = (await findSurveyTokenByShortCode(code)) ?? 'unknown'
  return new Response(null, { status: 307, headers: { Location: `/s/${token}`, 'Cache-Control': 'no-store' } })
}
