import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import type { AppRouter } from '@/server/api/routers/router'
import { type Lost, waitForSession } from './session/lost'

const url = '/api/trpc'

/** tRPC client over HTTP, bound to the page's user and organization. Loaded lazily by `trpc`. */
export const client = createTRPCClient<AppRouter>({ links: [httpLink({ url, headers: pageOf })] })

/** tRPC client for the current session, whichever user and organization it has. */
export const anyClient = createTRPCClient<AppRouter>({ links: [httpLink({ url })] })

/** Runs the call; if the session has expired, retries once the user has signed in. */
export async function askSignedIn<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const lost = lostIn(error)
    if (lost === null || !(await waitForSession(lost))) throw error
    return askSignedIn(ask)
  }
}

/** User and organization from the layout's markup; the session check compares them. */
function pageOf(): Record<string, string> {
  const of = document.querySelector<HTMLElement>('[data-page-of]')?.dataset.pageOf
  return of === undefined ? {} : { 'X-Page-Of': of }
}

function lostIn(error: unknown): Lost | null {
  const code = error instanceof TRPCClientError ? (error.data as { code?: unknown } | undefined)?.code : undefined
  if (code === 'UNAUTHENTICATED') return 'ended'
  return code === 'SESSION_CHANGED' ? 'changed' : null
}
