import { IDENTITY_PROVIDERS } from '../../../auth/constants'
import { completeProviderSignIn, startProviderSignIn } from '../../../auth/identities/provider-sign-in'
import { serializeSignInChallengeCookie } from '../../../auth/session-cookie'
import { NotFound } from '../../../errors'
import type { Locale } from '../../../messages/locale'
import { getTranslator } from '../../../messages/message-catalogue'
import { withReturnPath } from '../../session/return-path'
import {
  findSignedInUser,
  type PageOrRedirect,
  readRequestContext,
  readSameOriginForm,
  toFormFailure,
} from './form-handling'
import {
  createSignInPageData,
  redirectToSignIn,
  replaceSessionAndClearChallengeCookie,
  type SignInPageData,
} from './sign-in'
import { readSignInChallengeToken } from './two-factor'

/* Redirects to Google or a company's identity provider, and the return. Both are documents, so sign-in works without JavaScript. */

export type ProviderRedirectPageData = { kind: 'toProvider'; locale: Locale; url: string }

/**
 * POST /sign-in/provider: sends the browser to a provider. CSP `form-action` blocks form redirects to other sites, so
 * the answer is a page that redirects by itself; scripts get the URL.
 */
export async function submitProviderSignIn(
  request: Request,
): Promise<PageOrRedirect<SignInPageData | ProviderRedirectPageData>> {
  const visitor = readRequestContext(request)
  try {
    const form = await readSameOriginForm(request)
    const provider = IDENTITY_PROVIDERS.find((id) => id === form.get('provider'))
    if (!provider) throw new NotFound('provider')
    const redirect = await startProviderSignIn(provider, {
      next: visitor.next,
      permit: form.get('connect'),
      userId: (await findSignedInUser(request))?.userId ?? null,
      origin: visitor.origin,
    })
    if (!redirect) return redirectToSignIn('over', visitor.next)
    const { url, token } = redirect
    if (request.headers.get('accept')?.startsWith('application/json'))
      return { to: url, cookies: [serializeSignInChallengeCookie(token)] }
    return {
      status: 200,
      page: { kind: 'toProvider', locale: visitor.locale, url },
      headers: { Refresh: `0; url=${url}`, 'Set-Cookie': serializeSignInChallengeCookie(token) },
    }
  } catch (error) {
    const { status, failure, headers } = toFormFailure(error, visitor)
    const message = status < 500 ? failure.message : getTranslator(visitor.locale, 'auth')('provider.failed')
    return { status, headers, page: createSignInPageData(visitor, '', { message, faults: {} }) }
  }
}

export async function handleProviderCallback(request: Request): Promise<PageOrRedirect<SignInPageData>> {
  const visitor = readRequestContext(request)
  try {
    const { searchParams } = new URL(request.url)
    const person = await findSignedInUser(request)
    const result = await completeProviderSignIn(readSignInChallengeToken(request), searchParams, { ...visitor, person })
    switch (result.kind) {
      case 'signedIn':
        return {
          to: result.next,
          cookies: await replaceSessionAndClearChallengeCookie(result.signedIn, request, visitor),
        }
      case 'secondStep':
        return {
          to: withReturnPath('/sign-in/second-step', result.next),
          cookies: [serializeSignInChallengeCookie(result.step)],
        }
      case 'new':
        return {
          to: withReturnPath('/sign-in/finish', result.next),
          cookies: [serializeSignInChallengeCookie(result.token)],
        }
      case 'taken':
        return redirectToSignIn('taken', '/settings/profile')
      case 'connected':
      case 'otherAccount':
        return redirectToProfile(result.kind)
      case 'cancelled':
      case 'failed':
        return result.isConnecting ? redirectToProfile(result.kind) : redirectToSignIn(result.kind, result.next)
      case 'over':
        // A signed-in user got here with the browser's back button.
        return person === null ? redirectToSignIn('over', result.next) : { to: result.next }
    }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor)
    return { ...refused, page: createSignInPageData(visitor, '', failure) }
  }
}

function redirectToProfile(outcome: 'connected' | 'otherAccount' | 'cancelled' | 'failed') {
  return { to: `/settings/profile?connect=${outcome}`, cookies: [serializeSignInChallengeCookie(null)] }
}
