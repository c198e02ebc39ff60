import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { useTranslations } from 'use-intl/react'
import type { AppRouter } from '@/server/api/routers/app-router'
import { promptToRestoreSession, type SessionLoss } from './session/session-loss'

const url = '/api/trpc'

/**
 * tRPC procedures for client components: `trpc.contacts.create.mutate(input)`. Pages read on the server instead. If the session has
 * expired, the call waits for a new sign-in.
 */
export const trpc = createTRPCClient<AppRouter>({
  links: [httpLink({ url, headers: pageHeaders, fetch: fetchWithSession })],
})

/** For calls that the user did not start: they fail at once if the session has expired. */
export const backgroundTrpc = createTRPCClient<AppRouter>({ links: [httpLink({ url, headers: pageHeaders })] })

/** For the current session, whichever user and organization it has. */
export const anySessionTrpc = createTRPCClient<AppRouter>({ links: [httpLink({ url })] })

function pageHeaders(): Record<string, string> {
  const pageOf = document.querySelector<HTMLElement>('[data-page-of]')?.dataset.pageOf
  return pageOf === undefined ? {} : { 'X-Page-Of': pageOf }
}

async function fetchWithSession(input: RequestInfo | URL, init?: object): Promise<Response> {
  const response = await fetch(input, init)
  const loss = response.ok ? null : await readSessionLoss(response.clone())
  return loss !== null && (await promptToRestoreSession(loss)) ? fetchWithSession(input, init) : response
}

async function readSessionLoss(response: Response): Promise<SessionLoss | null> {
  // A response that is not JSON comes from a proxy; the client reports it.
  const body = (await response.json().catch(() => null)) as { error?: { data?: { code?: unknown } } } | null
  const code = body?.error?.data?.code
  if (code === 'UNAUTHENTICATED') return 'ended'
  return code === 'SESSION_CHANGED' ? 'changed' : null
}

export type CallFailure = {
  code: string
  message: string
  /** Dotted field path → messages; empty if no field is invalid. */
  details: Record<string, string[]>
  /** Current version, if it was changed concurrently. */
  current?: unknown
  /** Id of the contact that already has the email address. */
  contactId?: string | undefined
  /** Message for places without fields: the field messages, else the general one. */
  summary: string
}

/** Parses a failed call. An unrecognized error means that the service was unreachable. */
export function useParseCallError(): (error: unknown) => CallFailure {
  const t = useTranslations('common')
  const message = t('unreachable')
  return (error) => readFailure(error) ?? { code: 'UNREACHABLE', message, details: {}, summary: message }
}

export function isNotFound(error: unknown): boolean {
  return readFailure(error)?.code === 'NOT_FOUND'
}

function readFailure(error: unknown): CallFailure | null {
  const payload =
    error instanceof TRPCClientError ? (error.data as { error?: Partial<CallFailure> } | undefined)?.error : null
  if (payload?.code === undefined || payload.message === undefined) return null
  const { code, message } = payload
  // Only this code has messages as details; others have ids etc.
  const details = (code === 'VALIDATION_ERROR' && payload.details) || {}
  const fieldMessages = Object.values(details).flat().join(' ')
  const { current, contactId } = (payload.details ?? {}) as Pick<CallFailure, 'current' | 'contactId'>
  return { code, message, details, current, contactId, summary: fieldMessages || message }
}
