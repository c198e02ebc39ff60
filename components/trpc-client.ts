import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import type { AppRouter } from '@/server/api/router'
import { type Lost, waitForSession } from './session/lost'

const url = '/api/trpc'

/** Calls the procedures over HTTP, as the person and in the organization that this page is of. Fetched by `trpc`. */
export const client = createTRPCClient<AppRouter>({ links: [httpLink({ url, headers: pageOf })] })

/** The same as whoever is signed in now. */
export const anyClient = createTRPCClient<AppRouter>({ links: [httpLink({ url })] })

/** Asks; where the session is gone, again once the person has signed in. */
export async function askSignedIn<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const lost = lostIn(error)
    if (lost === null || !(await waitForSession(lost))) throw error
    return askSignedIn(ask)
  }
}

/** The server draws it into the frame of every page; the door for sessions compares. */
function pageOf(): Record<string, string> {
  const of = document.querySelector<HTMLElement>('[data-page-of]')?.dataset.pageOf
  return of === undefined ? {} : { 'X-Page-Of': of }
}

function lostIn(error: unknown): Lost | null {
  const code = error instanceof TRPCClientError ? (error.data as { code?: unknown } | undefined)?.code : undefined
  if (code === 'UNAUTHENTICATED') return 'ended'
  return code === 'SESSION_CHANGED' ? 'changed' : null
}
