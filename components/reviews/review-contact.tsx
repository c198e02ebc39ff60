'use client'

import { UserCheck, X } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { searchContacts } from '@/components/contacts/search-contacts'
import { trpc } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { Combobox } from '@/components/ui/controls/combobox'
import type { Option } from '@/components/ui/controls/select'
import { TextLink } from '@/components/ui/controls/text-link'
import { Field } from '@/components/ui/forms/field'
import { useMutationAction } from '@/components/use-mutation-action'
import type { ReviewDetail } from '@/server/reviews/schema'

type ReviewContactProps = {
  review: Pick<ReviewDetail, 'id' | 'contact'>
  /** Contacts with the author's name. */
  suggestions: readonly Option[]
}

/** Which contact wrote a review: reviews bear no address, so a member says it. */
export function ReviewContact({ review: { id, contact }, suggestions }: ReviewContactProps) {
  const t = useTranslations('reviews.contact')
  const { run, pending } = useMutationAction()
  const write = (contactId: string | null) => trpc.reviews.match.mutate({ id, contactId })
  const match = (contactId: string) =>
    run(async () => {
      await write(contactId)
      return { success: t('done'), undo: () => write(null) }
    })
  const remove = () =>
    run(async () => {
      await write(null)
      return { success: t('removed'), undo: () => write(contact?.id ?? null) }
    })
  if (contact)
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-14">
        <TextLink href={`/contacts/${contact.id}`}>
          <bdi>{contact.name}</bdi>
        </TextLink>
        <Button size="small" variant="ghost" pending={pending} onClick={remove}>
          <X size={14} aria-hidden />
          {t('remove')}
        </Button>
      </div>
    )
  return (
    <div className="grid gap-4">
      <p className="max-w-[68ch] text-13 text-ink-soft">{t('sentence')}</p>
      {suggestions.length > 0 && (
        <div className="grid gap-2">
          <p className="text-13 text-ink-soft">{t('suggestions')}</p>
          <div className="flex flex-wrap gap-2">
            {suggestions.map(({ value, label }) => (
              <Button
                key={value}
                size="small"
                className="h-auto! min-h-7 max-w-full py-1 pointer-coarse:min-h-9"
                pending={pending}
                onClick={() => match(value)}
              >
                <UserCheck size={14} aria-hidden className="shrink-0" />
                <bdi className="whitespace-normal text-start wrap-anywhere">{label}</bdi>
              </Button>
            ))}
          </div>
        </div>
      )}
      <div className="max-w-[400px]">
        <Field label={t('search')}>
          <Combobox
            label={t('search')}
            placeholder={t('placeholder')}
            value=""
            initialOption={null}
            search={searchContacts}
            onChange={match}
          />
        </Field>
      </div>
    </div>
  )
}
