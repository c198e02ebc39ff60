'use client'

import { useTranslations } from 'use-intl/react'
import type { client } from './trpc-client'
import { lazilyFromFirstPress } from './ui/lazily'

const caller = lazilyFromFirstPress(() => import('./trpc-client'))

/** The procedures, for forms and buttons: `trpc.contacts.create.mutate(input)`. Pages read on the server instead. */
export const trpc = callOnceLoaded([]) as unknown as typeof client

type Callable = { [name: string]: Callable } & ((...input: unknown[]) => Promise<unknown>)

/** Remembers which procedure is asked for until the client is here. */
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
  /** Dotted path of a field → sentences; empty when no field is at fault. */
  details: Record<string, string[]>
  /** The thing as it is, where somebody else changed it meanwhile. */
  current?: unknown
  /** Who has the address that was given to another contact. */
  contactId?: string | undefined
  /** What to say where no field can: the sentences about fields, else the message. */
  summary: string
}

/** Reads a failed call: `const toFailure = useToFailure()`. What is no answer of ours means that we were not reached. */
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
  // Of this error they are sentences; others carry ids and the like.
  const details = (told.code === 'VALIDATION_ERROR' && told.details) || {}
  const ofFields = Object.values(details).flat().join(' ')
  const { current, contactId } = (told.details ?? {}) as Pick<Failure, 'current' | 'contactId'>
  return { code: told.code, message: told.message, details, current, contactId, summary: ofFields || told.message }
}

/** Whether it is the client's own error, told by its name so that its class need not be here. */
function isAnswer(error: unknown): error is Error & { data?: { error?: Partial<Failure> } } {
  return error instanceof Error && error.name === 'TRPCClientError' && 'data' in error
}
