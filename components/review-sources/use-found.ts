import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { SiteFound } from '@/server/reviews/connections/schema'

/**
 * Result of testing a site's credentials. Valid only while the form holds the same ones; any change requires a new test.
 * @param access the tested credentials as one string.
 */
export function useFound<T extends FieldValues>(form: UseFormReturn<T>, access: string) {
  const [answer, setAnswer] = useState<{ access: string; site: SiteFound } | null>(null)
  const found = answer?.access === access ? answer.site : null
  const { isSubmitSuccessful } = form.formState
  // A successful test is not a save: keep the form dirty.
  useEffect(() => {
    if (isSubmitSuccessful) form.reset(undefined, { keepValues: true, keepDirty: true })
  }, [form, isSubmitSuccessful])
  return { found, keep: (site: SiteFound) => setAnswer({ access, site }) }
}
