import type { Account } from '../../../auth/schema'
import { RateLimitExceeded } from '../../../errors'
import { toAppError } from '../../error-mapping'
import { appRouter } from '../../routers/app-router'
import { createCallerFactory } from '../../routers/trpc'
import { sanitizeReturnPath, withReturnPath } from '../../session/return-path'
import { readPrincipalAndRateLimit } from '../../session/session'
import {
  type PageOrRedirect,
  type RequestContext,
  readRequestContext,
  readSameOriginForm,
  toFormFailure,
} from './form-handling'

export type CheckEmailPageData = ReturnType<typeof createPageData>

type ResendOutcome = 'sent' | 'failed' | 'tooMany' | 'unreachable' | null

const createCaller = createCallerFactory(appRouter)

export async function viewCheckEmail(request: Request): Promise<PageOrRedirect<CheckEmailPageData>> {
  return respond(request, async () => null)
}

export async function submitVerificationResend(request: Request): Promise<PageOrRedirect<CheckEmailPageData>> {
  return respond(request, async (caller) => {
    await readSameOriginForm(request)
    const { data } = await caller.account.resendVerification()
    return data.mail === 'failed' ? 'failed' : 'sent'
  })
}

async function respond(
  request: Request,
  action: (caller: ReturnType<typeof createCaller>) => Promise<ResendOutcome>,
): Promise<PageOrRedirect<CheckEmailPageData>> {
  const visitor = readRequestContext(request)
  let account: Account | undefined
  try {
    const principal = await readPrincipalAndRateLimit(request.headers)
    const { pathname, search } = new URL(request.url)
    if (!principal) return { to: withReturnPath('/sign-in', sanitizeReturnPath(pathname + search)) }
    const caller = createCaller({ principal, ...visitor.origin, locale: visitor.locale })
    account = (await caller.account.get()).data
    const resendOutcome = await action(caller)
    if (account.organization?.hold !== 'verification') return { to: visitor.next }
    return { status: 200, page: createPageData(request, visitor, account, resendOutcome) }
  } catch (error) {
    const { status, headers } = toFormFailure(error, visitor)
    const resendOutcome = account && toAppError(error) instanceof RateLimitExceeded ? 'tooMany' : 'unreachable'
    return { status, headers, page: createPageData(request, visitor, account, resendOutcome) }
  }
}

function createPageData(
  request: Request,
  { locale, next }: RequestContext,
  account: Account | undefined,
  resendOutcome: ResendOutcome,
) {
  const isUnsent = new URL(request.url).searchParams.get('mail') === 'failed' && resendOutcome !== 'sent'
  return {
    kind: 'checkEmail' as const,
    locale,
    action: withReturnPath(isUnsent ? '/check-email?mail=failed' : '/check-email', next),
    next,
    email: account?.user.email ?? null,
    isUnsent,
    resendOutcome,
  }
}
