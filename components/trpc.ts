'use client'

import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { useTranslations } from 'use-intl/react'
import type { AppRouter } from '@/server/api/router'

/** The procedures, for forms and buttons. Pages read on the server instead. */
export const trpc = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc' })] })

export type Failure = {
  code: string
  message: string
  /** Dotted path of a field → sentences; empty when no field is at fault. */
  details: Record<string, string[]>
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
  const told = error instanceof TRPCClientError ? (error.data as { error?: Partial<Failure> } | undefined)?.error : null
  if (told?.code === undefined || told.message === undefined) return null
  // Of this error they are sentences; others carry ids and the like.
  const details = (told.code === 'VALIDATION_ERROR' && told.details) || {}
  const ofFields = Object.values(details).flat().join(' ')
  return { code: told.code, message: told.message, details, summary: ofFields || told.message }
}
