import { getLocale, getT } from '@/components/i18n/server'
import { CodeBlock } from '@/components/ui/content/code-block'
import { DefinitionList } from '@/components/ui/content/definition-list'
import { Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import { fitsProperty } from '@/server/contact-properties/constants'
import { formatPropertyValue, formatUndeclaredValue } from '@/server/contact-properties/format-property-value'
import type { ContactProperty } from '@/server/contact-properties/schema'

type ContactPropertiesProps = {
  customFields: Readonly<Record<string, unknown>>
  properties: readonly ContactProperty[]
  /** Owners and admins. */
  mayDeclare: boolean
}

export async function ContactProperties({ customFields, properties, mayDeclare }: ContactPropertiesProps) {
  const [t, locale] = await Promise.all([getT('properties'), getLocale()])
  const declaredKeys = new Set(properties.map(({ key }) => key))
  const undeclared = Object.entries(customFields).filter(([key, value]) => value !== null && !declaredKeys.has(key))
  const items = properties.map((property) => {
    const value = customFields[property.key] ?? null
    const text = formatPropertyValue(property, value, locale)
    if (value === null || fitsProperty(property, value)) return { label: property.label[locale], value: text }
    const note = <span className="text-13 text-ink-faint">({t('doesNotFit', { type: property.type })})</span>
    return {
      label: property.label[locale],
      value: (
        <>
          <bdi>{text}</bdi> {note}
        </>
      ),
    }
  })
  return (
    <Section title={t('section')} {...(mayDeclare ? { action: <ManageLink /> } : {})}>
      {items.length > 0 && <DefinitionList isNarrow items={items} />}
      {undeclared.length > 0 && <UndeclaredValues values={undeclared} mayDeclare={mayDeclare} />}
      {items.length + undeclared.length === 0 && <p className="text-14 text-ink-soft">{t('none')}</p>}
    </Section>
  )
}

async function ManageLink() {
  const t = await getT('properties')
  return (
    <TextLink href="/settings/properties" className="text-13">
      {t('manage')}
    </TextLink>
  )
}

type UndeclaredValuesProps = { values: readonly (readonly [key: string, value: unknown])[]; mayDeclare: boolean }

async function UndeclaredValues({ values, mayDeclare }: UndeclaredValuesProps) {
  const [t, locale] = await Promise.all([getT('properties'), getLocale()])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-13 text-ink-soft">{t('undeclaredValues')}</h3>
      <DefinitionList
        isNarrow
        items={values.map(([key, value]) => ({
          label: <span className="font-mono text-13 wrap-anywhere">{key}</span>,
          value:
            typeof value === 'object' ? (
              <CodeBlock title="JSON" code={JSON.stringify(value, null, 2)} />
            ) : (
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <bdi>{formatUndeclaredValue(value, locale)}</bdi>
                {mayDeclare && (
                  <TextLink
                    href={`/settings/properties?declare=${encodeURIComponent(key)}`}
                    aria-label={t('declareName', { key })}
                    className="text-13"
                  >
                    {t('declare')}
                  </TextLink>
                )}
              </span>
            ),
        }))}
      />
    </div>
  )
}
