import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import type { AppRouter } from '@/server/api/router'

/** The procedures, for forms and buttons. Pages read on the server instead. */
export const trpc = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc' })] })

export type Failure = {
  code: string
  message: string
  /** Dotted path of a field → sentences; empty when no field is at fault. */
  details: Record<string, string[]>
}

/** What a failed call has to say to a person. Anything that is no answer of ours means that we were not reached. */
export function toFailure(error: unknown): Failure {
  const told = error instanceof TRPCClientError ? (error.data as { error?: Partial<Failure> } | undefined)?.error : null
  if (told?.code === undefined || told.message === undefined)
    return {
      code: 'UNREACHABLE',
      message: 'The service did not answer. Check your connection and try again.',
      details: {},
    }
  return { code: told.code, message: told.message, details: fieldErrors(told.details) }
}

/** Details that are sentences; other errors carry ids and the like. */
function fieldErrors(details: unknown): Record<string, string[]> {
  const entries = Object.entries((details ?? {}) as Record<string, unknown>)
  return Object.fromEntries(entries.filter((entry): entry is [string, string[]] => isSentences(entry[1])))
}

function isSentences(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
