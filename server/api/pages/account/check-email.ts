import type { Account } from '../../../auth/schema'
import { RateLimitExceeded } from '../../../errors'
import type { Locale } from '../../../messages/locale'
import { toAppError } from '../../failure'
import { appRouter } from '../../routers/router'
import { createCallerFactory } from '../../routers/trpc'
import { leadingTo, returnPath } from '../../session/return-path'
import { principalIn } from '../../session/session'
import { failureIn, type PageAnswer, type Reader, readOwnForm, readReader } from './form'

export type CheckEmailPage = {
  kind: 'checkEmail'
  locale: Locale
  action: string
  next: string
  email: string | null
  isUnsent: boolean
  /** Outcome of the resend request; null if none was made. */
  again: 'sent' | 'failed' | 'tooMany' | 'unreachable' | null
}

const createCaller = createCallerFactory(appRouter)

/** GET /check-email: shown after sign-up. Redirects accounts that have no address to confirm. */
export async function viewCheckEmail(request: Request): Promise<PageAnswer<CheckEmailPage>> {
  return showing(request, async () => null)
}

/** POST /check-email: resends the verification email and shows the outcome. */
export async function submitCheckEmail(request: Request): Promise<PageAnswer<CheckEmailPage>> {
  return showing(request, async (caller) => {
    await readOwnForm(request)
    const { data } = await caller.account.resendVerification()
    return data.mail === 'failed' ? 'failed' : 'sent'
  })
}

type Caller = ReturnType<typeof createCaller>

async function showing(
  request: Request,
  act: (caller: Caller) => Promise<CheckEmailPage['again']>,
): Promise<PageAnswer<CheckEmailPage>> {
  const reader = readReader(request)
  let account: Account | undefined
  try {
    const principal = await principalIn(request.headers)
    const { pathname, search } = new URL(request.url)
    if (!principal) return { to: leadingTo('/sign-in', returnPath(pathname + search)) }
    const { requestId, address } = { requestId: reader.origin.requestId ?? '', address: reader.origin.address }
    const caller = createCaller({ principal, requestId, address, locale: reader.locale })
    const read = await caller.account.get()
    account = read.data
    const again = await act(caller)
    if (account.organization?.hold !== 'verification') return { to: reader.next }
    return { status: 200, page: checkEmailPage(request, reader, account, again) }
  } catch (error) {
    const { status, headers } = failureIn(error, reader)
    const again = account && toAppError(error) instanceof RateLimitExceeded ? 'tooMany' : 'unreachable'
    return { status, headers, page: checkEmailPage(request, reader, account, again) }
  }
}

function checkEmailPage(
  request: Request,
  { locale, next }: Reader,
  account: Account | undefined,
  again: CheckEmailPage['again'],
): CheckEmailPage {
  const isUnsent = new URL(request.url).searchParams.get('mail') === 'failed' && again !== 'sent'
  const action = leadingTo(isUnsent ? '/check-email?mail=failed' : '/check-email', next)
  return { kind: 'checkEmail', locale, action, next, email: account?.user.email ?? null, isUnsent, again }
}
