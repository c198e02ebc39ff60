import { SlidersHorizontal } from 'lucide-react'
import { PropertyDialog } from '@/components/contact-properties/property-dialog'
import { PropertyTable } from '@/components/contact-properties/property-table'
import { draftFromUndeclaredKey } from '@/components/contact-properties/property-values'
import { UndeclaredPropertyTable } from '@/components/contact-properties/undeclared-property-table'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Section } from '@/components/ui/content/section'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata() {
  await getPageCaller('admin')
  const [t, settings] = await Promise.all([getT('properties'), getT('settings')])
  return { title: `${t('title')} · ${settings('title')}` }
}

export default async function ContactPropertiesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const caller = await getPageCaller('admin')
  const [t, locale, params] = await Promise.all([getT('properties'), getLocale(), searchParams])
  const [{ data: properties }, { data: usage }] = await Promise.all([
    caller.contactProperties.list({}),
    caller.contactProperties.usage(),
  ])
  const declaredKey = readTextParam(params, 'declare')
  const count = usage.sampledContacts
  return (
    <ClientMessages namespaces={['properties']}>
      <Section
        title={t('title')}
        description={[t('lead'), usage.isSampleComplete ? '' : t('sampled', { count })].filter(Boolean).join(' ')}
        action={<PropertyDialog openParam="create" trigger="create" />}
      >
        {properties.length > 0 ? (
          <PropertyTable properties={properties} contactsByKey={usage.contactsByKey} />
        ) : (
          <EmptyState icon={SlidersHorizontal} title={t('emptyTitle')}>
            {t('emptyBody')}
          </EmptyState>
        )}
      </Section>
      {usage.undeclared.length > 0 && (
        <Section
          title={t('undeclaredTitle')}
          description={usage.isSampleComplete ? t('undeclaredLead') : t('undeclaredSampled', { count })}
        >
          <UndeclaredPropertyTable undeclared={usage.undeclared} />
        </Section>
      )}
      {declaredKey !== undefined && !properties.some(({ key }) => key === declaredKey) && (
        <PropertyDialog
          openParam="declare"
          draft={draftFromUndeclaredKey(
            declaredKey,
            usage.undeclared.find(({ key }) => key === declaredKey),
            locale,
          )}
        />
      )}
    </ClientMessages>
  )
}
