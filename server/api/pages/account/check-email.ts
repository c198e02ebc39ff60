import type { Account } from '../../../auth/schema'
import { RateLimitExceeded } from '../../../errors'
import type { Locale } from '../../../messages/locale'
import { toAppError } from '../../error-mapping'
import { appRouter } from '../../routers/app-router'
import { createCallerFactory } from '../../routers/trpc'
import { sanitizeReturnPath, withReturnPath } from '../../session/return-path'
import { readPrincipal } from '../../session/session'
import { type PageResult, readSameOriginForm, readVisitor, toFormFailure, type Visitor } from './account-form'

export type CheckEmailPage = {
  kind: 'checkEmail'
  locale: Locale
  action: string
  next: string
  email: string | null
  isUnsent: boolean
  resendOutcome: 'sent' | 'failed' | 'tooMany' | 'unreachable' | null
}

const createCaller = createCallerFactory(appRouter)

export async function viewCheckEmail(request: Request): Promise<PageResult<CheckEmailPage>> {
  return respond(request, async () => null)
}

export async function submitCheckEmail(request: Request): Promise<PageResult<CheckEmailPage>> {
  return respond(request, async (caller) => {
    await readSameOriginForm(request)
    const { data } = await caller.account.resendVerification()
    return data.mail === 'failed' ? 'failed' : 'sent'
  })
}

type Caller = ReturnType<typeof createCaller>

async function respond(
  request: Request,
  action: (caller: Caller) => Promise<CheckEmailPage['resendOutcome']>,
): Promise<PageResult<CheckEmailPage>> {
  const visitor = readVisitor(request)
  let account: Account | undefined
  try {
    const principal = await readPrincipal(request.headers)
    const { pathname, search } = new URL(request.url)
    if (!principal) return { to: withReturnPath('/sign-in', sanitizeReturnPath(pathname + search)) }
    const { requestId, address } = { requestId: visitor.origin.requestId ?? '', address: visitor.origin.address }
    const caller = createCaller({ principal, requestId, address, locale: visitor.locale })
    const response = await caller.account.get()
    account = response.data
    const resendOutcome = await action(caller)
    if (account.organization?.hold !== 'verification') return { to: visitor.next }
    return { status: 200, page: checkEmailPage(request, visitor, account, resendOutcome) }
  } catch (error) {
    const { status, headers } = toFormFailure(error, visitor)
    const resendOutcome = account && toAppError(error) instanceof RateLimitExceeded ? 'tooMany' : 'unreachable'
    return { status, headers, page: checkEmailPage(request, visitor, account, resendOutcome) }
  }
}

function checkEmailPage(
  request: Request,
  { locale, next }: Visitor,
  account: Account | undefined,
  resendOutcome: CheckEmailPage['resendOutcome'],
): CheckEmailPage {
  const isUnsent = new URL(request.url).searchParams.get('mail') === 'failed' && resendOutcome !== 'sent'
  const action = withReturnPath(isUnsent ? '/check-email?mail=failed' : '/check-email', next)
  return {
    kind: 'checkEmail',
    locale,
    action,
    next,
    email: account?.user.email ?? null,
    isUnsent,
    resendOutcome: resendOutcome,
  }
}
