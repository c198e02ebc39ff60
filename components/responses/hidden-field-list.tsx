import { getT } from '@/components/i18n/server'
import { DefinitionList } from '../ui/content/definition-list'
import { Section } from '../ui/content/section'

/** Values that the address of the survey brought. */
export async function HiddenFieldList({ fields }: { fields: Readonly<Record<string, string>> }) {
  const t = await getT('responses')
  const items = Object.entries(fields).map(([id, value]) => ({
    label: <span className="font-mono text-13">{id}</span>,
    value,
  }))
  if (items.length === 0) return null
  return (
    <Section title={t('hiddenFields')}>
      <DefinitionList items={items} />
    </Section>
  )
}
