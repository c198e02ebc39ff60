import type { ReactNode } from 'react'
import { getT } from '@/components/i18n/server'
import { Callout } from '@/components/ui/content/callout'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { TextLink } from '@/components/ui/controls/text-link'
import { contactName } from '@/server/contacts/contact-name'
import type { ContactDuplicatePair } from '@/server/contacts/duplicates/schema'

/** Says that another contact is possibly the same person. */
export async function DuplicateHint({
  contactId,
  duplicates: [first],
}: {
  contactId: string
  duplicates: readonly ContactDuplicatePair[]
}) {
  const t = await getT('merge')
  const other = first?.contacts.find(({ id }) => id !== contactId)
  if (!other) return null
  const link = (name: ReactNode) => <TextLink href={`/contacts/${other.id}`}>{name}</TextLink>
  return (
    <Callout
      action={
        <Button size="small" asChild>
          <Link href={`/contacts/${contactId}/merge?with=${other.id}`}>{t('compare')}</Link>
        </Button>
      }
    >
      {t.rich('possiblySame', { name: contactName(other), email: other.email, link })}
    </Callout>
  )
}
