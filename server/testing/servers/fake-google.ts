import { GOOGLE_SCOPE, type GoogleApiUrls } from '@/server/reviews/sources/google-oauth'
import { aScriptedSite, type ScriptedSite } from './scripted-site'

/** A fake Google on loopback: issues access tokens, and answers as scripted. */
export function aFakeGoogle(): Promise<ScriptedSite> {
  return aScriptedSite(
    {
      'POST /token': {
        body: { access_token: 'ya29.first', expires_in: 3599, scope: GOOGLE_SCOPE, token_type: 'Bearer' },
      },
    },
    {
      status: 404,
      body: { error: { code: 404, message: 'Requested entity was not found.', status: 'NOT_FOUND' } },
    },
  )
}

export function googleUrlsAt({ url }: Pick<ScriptedSite, 'url'>): GoogleApiUrls {
  return {
    reviews: url('/v4'),
    accounts: url('/v1a'),
    locations: url('/v1l'),
    token: url('/token'),
    consent: url('/auth'),
  }
}
