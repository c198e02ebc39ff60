'use client'

import { Button, type ButtonProps } from './ui/controls/button'
import { type MutationAction, useMutationAction } from './use-mutation-action'

/** Runs a mutation when clicked, pending meanwhile. */
export function MutationButton({ action, ...button }: Omit<ButtonProps, 'action'> & { action: MutationAction }) {
  const { run, pending } = useMutationAction()
  return <Button {...button} pending={pending} onClick={() => run(action)} />
}
