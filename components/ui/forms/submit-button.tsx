import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '../controls/button'

export type SubmitButtonProps<T extends FieldValues, Out> = {
  form: UseFormReturn<T, unknown, Out>
  children: ReactNode
}

export function SubmitButton<T extends FieldValues, Out>({ form, children }: SubmitButtonProps<T, Out>) {
  return (
    <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
      {children}
    </Button>
  )
}
