import { formatDate } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import type { ContactImport } from '@/server/imports/contacts/schema'
import { Callout } from '../ui/content/callout'
import { TextLink } from '../ui/controls/text-link'

type SourceNoteProps = Pick<ContactImport, 'layout' | 'recipe'> & { timeZone: string }

/** Where the suggested settings come from: the service that exported the file, and the earlier import of such a file. */
export async function ImportSettingsSource({ layout, recipe, timeZone }: SourceNoteProps) {
  const [t, locale] = await Promise.all([getT('imports'), getLocale()])
  if (layout === null && recipe === null) return null
  return (
    <Callout>
      {layout !== null && <p>{t(`source.layout.${layout}`)}</p>}
      {recipe !== null && (
        <p>
          {t.rich('source.recipe', {
            name: recipe.fileName ?? t('choose.pasted'),
            date: formatDate(recipe.createdAt, locale, timeZone),
            file: (name) => <TextLink href={`/contacts/imports/${recipe.id}`}>{name}</TextLink>,
          })}
        </p>
      )}
    </Callout>
  )
}
