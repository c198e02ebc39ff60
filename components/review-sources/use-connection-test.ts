import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { SiteFound } from '@/server/reviews/connections/schema'

/**
 * Result of a connection test; discarded when the credentials in the form change.
 * @param access the credentials, serialized.
 */
export function useFound<T extends FieldValues>(form: UseFormReturn<T>, access: string) {
  const [lastTest, setLastTest] = useState<{ access: string; site: SiteFound } | null>(null)
  const found = lastTest?.access === access ? lastTest.site : null
  const { isSubmitSuccessful } = form.formState
  // A successful test is not a save: keep the form dirty.
  useEffect(() => {
    if (isSubmitSuccessful) form.reset(undefined, { keepValues: true, keepDirty: true })
  }, [form, isSubmitSuccessful])
  return { found, keep: (site: SiteFound) => setLastTest({ access, site }) }
}
