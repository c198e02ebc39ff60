'use client'

import { Button, type ButtonProps } from './ui/controls/button'
import { type MutationFunction, useMutationAction } from './use-mutation-action'

/** Runs a mutation when clicked, pending meanwhile. */
export function MutationButton({ action, ...button }: Omit<ButtonProps, 'action'> & { action: MutationFunction }) {
  const { run, pending } = useMutationAction()
  return <Button {...button} pending={pending} onClick={() => run(action)} />
}
