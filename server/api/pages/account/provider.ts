import { beginAtProvider, returnFromProvider } from '../../../auth/identities/sign-in'
import { sealStep } from '../../../auth/session-cookie'
import { PROVIDERS } from '../../../auth/vocabulary'
import { NotFound } from '../../../errors'
import type { Locale } from '../../../messages/locale'
import { translator } from '../../../messages/messages'
import type { Actor } from '../../../principal'
import { leadingTo } from '../../session/return-path'
import { principalIn } from '../../session/session'
import { failureIn, type PageAnswer, readOwnForm, readReader } from './form'
import { cookiesOf } from './new-session'
import { stepTokenIn } from './second-step'
import { type Notice, type SignInPage, signInPage } from './sign-in'

/* Redirects to Google or a company's identity provider, and the return. Both are documents, so sign-in works without JavaScript. */

export type ToProviderPage = { kind: 'toProvider'; locale: Locale; url: string }

/**
 * POST /sign-in/provider: sends the browser to a provider. CSP `form-action` blocks form redirects to other sites, so
 * the answer is a page that redirects by itself; scripts get the URL.
 */
export async function submitProvider(request: Request): Promise<PageAnswer<SignInPage | ToProviderPage>> {
  const reader = readReader(request)
  try {
    const form = await readOwnForm(request)
    const provider = PROVIDERS.find((id) => id === form.get('provider'))
    if (!provider) throw new NotFound('provider')
    const begun = await beginAtProvider(provider, {
      next: reader.next,
      permit: form.get('connect'),
      userId: (await personIn(request))?.userId ?? null,
      origin: reader.origin,
    })
    if (!begun) return withNotice('over', reader.next)
    const { url, token } = begun
    if (request.headers.get('accept')?.startsWith('application/json')) return { to: url, cookies: [sealStep(token)] }
    return {
      status: 200,
      page: { kind: 'toProvider', locale: reader.locale, url },
      headers: { Refresh: `0; url=${url}`, 'Set-Cookie': sealStep(token) },
    }
  } catch (error) {
    const { status, failure, headers } = failureIn(error, reader)
    const message = status < 500 ? failure.message : translator(reader.locale, 'auth')('provider.failed')
    return { status, headers, page: signInPage(reader, '', { message, faults: {} }) }
  }
}

/** GET /sign-in/return: OAuth redirect URI. */
export async function viewReturn(request: Request): Promise<PageAnswer<SignInPage>> {
  const reader = readReader(request)
  try {
    const { searchParams } = new URL(request.url)
    const person = await personIn(request)
    const returned = await returnFromProvider(stepTokenIn(request), searchParams, { ...reader, person })
    switch (returned.kind) {
      case 'signedIn':
        return {
          to: returned.next,
          cookies: [...(await cookiesOf(returned.signedIn, request, reader)), sealStep(null)],
        }
      case 'secondStep':
        return { to: leadingTo('/sign-in/second-step', returned.next), cookies: [sealStep(returned.step)] }
      case 'new':
        return { to: leadingTo('/sign-in/finish', returned.next), cookies: [sealStep(returned.token)] }
      case 'taken':
        return withNotice('taken', '/settings/profile')
      case 'connected':
      case 'otherAccount':
        return { to: profileWith(returned.kind), cookies: [sealStep(null)] }
      case 'cancelled':
      case 'failed':
        return returned.isConnecting
          ? { to: profileWith(returned.kind), cookies: [sealStep(null)] }
          : withNotice(returned.kind, returned.next)
      case 'over':
        // A signed-in user got here with the browser's back button.
        return person === null ? withNotice('over', returned.next) : { to: returned.next }
    }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, reader)
    return { ...refused, page: signInPage(reader, '', failure) }
  }
}

export type ConnectOutcome = 'connected' | 'otherAccount' | 'cancelled' | 'failed'

function profileWith(outcome: ConnectOutcome): string {
  return `/settings/profile?connect=${outcome}`
}

function withNotice(notice: Notice, next: string): { to: string; cookies: string[] } {
  const to = leadingTo('/sign-in', next)
  return { to: `${to}${to.includes('?') ? '&' : '?'}done=${notice}`, cookies: [sealStep(null)] }
}

async function personIn(request: Request): Promise<Extract<Actor, { type: 'user' }> | null> {
  const actor = (await principalIn(request.headers))?.actor
  return actor?.type === 'user' ? actor : null
}
