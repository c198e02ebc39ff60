'use client'

import { useTranslations } from 'use-intl/react'
import type { client } from './trpc-client'
import { lazilyFromFirstPress } from './ui/lazily'

const caller = lazilyFromFirstPress(() => import('./trpc-client'))

/** tRPC procedures for client components: `trpc.contacts.create.mutate(input)`. Pages read on the server instead. */
export const trpc = callOnceLoaded([]) as unknown as typeof client

type Callable = { [name: string]: Callable } & ((...input: unknown[]) => Promise<unknown>)

/** Records the procedure path until the client has loaded. */
function callOnceLoaded(path: readonly string[]): object {
  return new Proxy(() => undefined, {
    get: (_, name) => callOnceLoaded([...path, String(name)]),
    apply: async (_, __, input: unknown[]) => {
      const { askSignedIn, client } = await caller.load()
      const procedure = path.reduce((at: Callable | undefined, name) => at?.[name], client as unknown as Callable)
      return askSignedIn(async () => procedure?.(...input))
    },
  })
}

export type Failure = {
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

/** Parses a failed call: `const toFailure = useToFailure()`. An unrecognized error means that the service was unreachable. */
export function useToFailure(): (error: unknown) => Failure {
  const t = useTranslations('common')
  return (error) => readFailure(error) ?? unreached(t('unreachable'))
}

function unreached(message: string): Failure {
  return { code: 'UNREACHABLE', message, details: {}, summary: message }
}

function readFailure(error: unknown): Failure | null {
  const told = isAnswer(error) ? error.data?.error : null
  if (told?.code === undefined || told.message === undefined) return null
  // Only this code has messages as details; others have ids etc.
  const details = (told.code === 'VALIDATION_ERROR' && told.details) || {}
  const ofFields = Object.values(details).flat().join(' ')
  const { current, contactId } = (told.details ?? {}) as Pick<Failure, 'current' | 'contactId'>
  return { code: told.code, message: told.message, details, current, contactId, summary: ofFields || told.message }
}

/** Checks the error's name, so that the client's class need not be bundled. */
function isAnswer(error: unknown): error is Error & { data?: { error?: Partial<Failure> } } {
  return error instanceof Error && error.name === 'TRPCClientError' && 'data' in error
}
