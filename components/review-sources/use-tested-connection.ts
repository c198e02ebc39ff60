import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { SitePreview } from '@/server/reviews/connections/schema'
import { trpc } from '../trpc'
import { useMutationAction } from '../use-mutation-action'

/**
 * Tests a connection before `connect`. The result is discarded when the credentials in the form change.
 * @param access the credentials, serialized.
 */
export function useTestedConnection<T extends FieldValues>(form: UseFormReturn<T>, access: string) {
  const t = useTranslations('reviews.sources')
  const { perform } = useMutationAction()
  const [lastTest, setLastTest] = useState<{ access: string; site: SitePreview } | null>(null)
  const result = lastTest?.access === access ? lastTest.site : null
  const { isSubmitSuccessful } = form.formState
  // A successful test is not a save: keep the form dirty.
  useEffect(() => {
    if (isSubmitSuccessful) form.reset(undefined, { keepValues: true, keepDirty: true })
  }, [form, isSubmitSuccessful])

  /** @param saved the values that the form keeps. */
  const connect = async (source: Parameters<typeof trpc.reviewSources.connect.mutate>[0], saved: T) =>
    perform(async () => {
      const { data } = await trpc.reviewSources.connect.mutate(source)
      form.reset(saved)
      return { success: t('connected'), href: `/settings/review-sources/${data.id}` }
    })
  return { result, saveResult: (site: SitePreview) => setLastTest({ access, site }), connect }
}
