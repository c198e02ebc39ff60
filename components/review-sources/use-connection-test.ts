import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { SitePreview } from '@/server/reviews/connections/schema'

/**
 * Result of a connection test; discarded when the credentials in the form change.
 * @param access the credentials, serialized.
 */
export function useConnectionTest<T extends FieldValues>(form: UseFormReturn<T>, access: string) {
  const [lastTest, setLastTest] = useState<{ access: string; site: SitePreview } | null>(null)
  const found = lastTest?.access === access ? lastTest.site : null
  const { isSubmitSuccessful } = form.formState
  // A successful test is not a save: keep the form dirty.
  useEffect(() => {
    if (isSubmitSuccessful) form.reset(undefined, { keepValues: true, keepDirty: true })
  }, [form, isSubmitSuccessful])
  return { result: found, saveResult: (site: SitePreview) => setLastTest({ access, site }) }
}
