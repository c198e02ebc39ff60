'use client'

import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '../controls/button'

export type SubmitButtonProps<T extends FieldValues, Out> = {
  form: UseFormReturn<T, unknown, Out>
  size?: 'medium' | 'large'
  className?: string
  children: ReactNode
}

export function SubmitButton<T extends FieldValues, Out>({
  form,
  size = 'medium',
  className,
  children,
}: SubmitButtonProps<T, Out>) {
  return (
    <Button
      type="submit"
      variant="primary"
      size={size}
      pending={form.formState.isSubmitting}
      {...(className ? { className } : {})}
    >
      {children}
    </Button>
  )
}
