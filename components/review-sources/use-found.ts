import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { SiteFound } from '@/server/reviews/connections/schema'

/**
 * What a site said when it was asked with what stands in a form: it counts for that alone, and once something else stands
 * there the site has to be asked again.
 * @param access what it is asked with, as one text.
 */
export function useFound<T extends FieldValues>(form: UseFormReturn<T>, access: string) {
  const [answer, setAnswer] = useState<{ access: string; site: SiteFound } | null>(null)
  const found = answer?.access === access ? answer.site : null
  const { isSubmitSuccessful } = form.formState
  // To have asked is not to have saved: what was typed is still guarded.
  useEffect(() => {
    if (isSubmitSuccessful) form.reset(undefined, { keepValues: true, keepDirty: true })
  }, [form, isSubmitSuccessful])
  return { found, keep: (site: SiteFound) => setAnswer({ access, site }) }
}
