import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useParseCallError } from './trpc'
import { toast } from './ui/overlays/toast'

export type MutationFeedback = {
  success?: string | undefined
  /** Reverts the change; offered in the toast. Only for fully reversible changes. */
  undo?: (() => Promise<unknown>) | undefined
  href?: string | undefined
}

export type MutationFunction = () => Promise<MutationFeedback>

/**
 * Runs a mutation, then shows a toast, navigates and refreshes the page: `run(async () => { await trpc.contacts.delete.mutate({ id });
 * return { success: t('deleted'), href: '/contacts' } })`
 */
export function useMutationAction() {
  const t = useTranslations('common.undo')
  const router = useRouter()
  const toFailure = useParseCallError()
  const [pending, setPending] = useState(false)

  /** For forms and dialogs: throws, because they show the error themselves. */
  async function perform(action: MutationFunction): Promise<MutationFeedback> {
    const result = await action()
    const { success, undo, href } = result
    if (success !== undefined) toast.success(success, undo && { label: t('action'), onClick: () => revert(undo) })
    if (href !== undefined) router.push(href)
    router.refresh()
    return result
  }

  async function attempt(action: MutationFunction, onError?: () => void): Promise<void> {
    setPending(true)
    try {
      const { href } = await perform(action)
      // Stays pending until the other page has opened.
      if (href === undefined) setPending(false)
    } catch (error) {
      const failure = toFailure(error)
      setPending(false)
      onError?.()
      toast.error(failure.summary)
      // The record may have changed meanwhile. Without a network, a refresh would replace the page by the browser's error.
      if (failure.code !== 'UNREACHABLE') router.refresh()
    }
  }
  const run = (action: MutationFunction, onError?: () => void): void => void attempt(action, onError)

  function revert(undo: () => Promise<unknown>): void {
    run(async () => {
      await undo()
      return { success: t('done') }
    })
  }

  return { run, perform, pending }
}
