import { beginAtProvider, returnFromProvider } from '../../../auth/identities/provider-sign-in'
import { sealStep } from '../../../auth/session-cookie'
import { PROVIDERS } from '../../../auth/vocabulary'
import { NotFound } from '../../../errors'
import type { Locale } from '../../../messages/locale'
import { translator } from '../../../messages/messages'
import type { Actor } from '../../../principal'
import { leadingTo } from '../../session/return-path'
import { principalIn } from '../../session/session'
import { failureIn, type PageAnswer, readOwnForm, readReader } from './account-form'
import { cookiesOf } from './session-cookies'
import { type Notice, type SignInPage, signInPage } from './sign-in'
import { stepTokenIn } from './two-factor'

/* Redirects to Google or a company's identity provider, and the return. Both are documents, so sign-in works without JavaScript. */

export type ToProviderPage = { kind: 'toProvider'; locale: Locale; url: string }

/**
 * POST /sign-in/provider: sends the browser to a provider. CSP `form-action` blocks form redirects to other sites, so
 * the answer is a page that redirects by itself; scripts get the URL.
 */
export async function submitProvider(request: Request): Promise<PageAnswer<SignInPage | ToProviderPage>> {
  const visitor = readReader(request)
  try {
    const form = await readOwnForm(request)
    const provider = PROVIDERS.find((id) => id === form.get('provider'))
    if (!provider) throw new NotFound('provider')
    const redirect = await beginAtProvider(provider, {
      next: visitor.next,
      permit: form.get('connect'),
      userId: (await findSignedInPerson(request))?.userId ?? null,
      origin: visitor.origin,
    })
    if (!redirect) return redirectToSignIn('over', visitor.next)
    const { url, token } = redirect
    if (request.headers.get('accept')?.startsWith('application/json')) return { to: url, cookies: [sealStep(token)] }
    return {
      status: 200,
      page: { kind: 'toProvider', locale: visitor.locale, url },
      headers: { Refresh: `0; url=${url}`, 'Set-Cookie': sealStep(token) },
    }
  } catch (error) {
    const { status, failure, headers } = failureIn(error, visitor)
    const message = status < 500 ? failure.message : translator(visitor.locale, 'auth')('provider.failed')
    return { status, headers, page: signInPage(visitor, '', { message, faults: {} }) }
  }
}

export async function viewReturn(request: Request): Promise<PageAnswer<SignInPage>> {
  const visitor = readReader(request)
  try {
    const { searchParams } = new URL(request.url)
    const person = await findSignedInPerson(request)
    const result = await returnFromProvider(stepTokenIn(request), searchParams, { ...visitor, person })
    switch (result.kind) {
      case 'signedIn':
        return {
          to: result.next,
          cookies: [...(await cookiesOf(result.signedIn, request, visitor)), sealStep(null)],
        }
      case 'secondStep':
        return { to: leadingTo('/sign-in/second-step', result.next), cookies: [sealStep(result.step)] }
      case 'new':
        return { to: leadingTo('/sign-in/finish', result.next), cookies: [sealStep(result.token)] }
      case 'taken':
        return redirectToSignIn('taken', '/settings/profile')
      case 'connected':
      case 'otherAccount':
        return { to: profilePath(result.kind), cookies: [sealStep(null)] }
      case 'cancelled':
      case 'failed':
        return result.isConnecting
          ? { to: profilePath(result.kind), cookies: [sealStep(null)] }
          : redirectToSignIn(result.kind, result.next)
      case 'over':
        // A signed-in user got here with the browser's back button.
        return person === null ? redirectToSignIn('over', result.next) : { to: result.next }
    }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, visitor)
    return { ...refused, page: signInPage(visitor, '', failure) }
  }
}

export type ConnectOutcome = 'connected' | 'otherAccount' | 'cancelled' | 'failed'

function profilePath(outcome: ConnectOutcome): string {
  return `/settings/profile?connect=${outcome}`
}

function redirectToSignIn(notice: Notice, next: string): { to: string; cookies: string[] } {
  const to = leadingTo('/sign-in', next)
  return { to: `${to}${to.includes('?') ? '&' : '?'}done=${notice}`, cookies: [sealStep(null)] }
}

async function findSignedInPerson(request: Request): Promise<Extract<Actor, { type: 'user' }> | null> {
  const actor = (await principalIn(request.headers))?.actor
  return actor?.type === 'user' ? actor : null
}
