import { getT } from '@/components/i18n/server'
import type { SurveyField } from '@/server/surveys/fields/schema'
import { CodeBlock } from '../ui/content/code-block'

/** The address of a link with a value for each hidden field of the survey, and a token for the signed ones. */
export async function HiddenFieldExample({ url, fields }: { url: string; fields: readonly SurveyField[] }) {
  const t = await getT('sharing')
  const parameters = fields.filter(({ signed }) => !signed).map(({ id }) => `${id}=…`)
  if (fields.some(({ signed }) => signed)) parameters.push('token=…')
  if (parameters.length === 0) return null
  return (
    <div className="grid gap-2">
      <CodeBlock title={t('hiddenFields')} code={`${url}?${parameters.join('&')}`} />
      <p className="text-13 text-ink-faint">{t('hiddenFieldsHelp')}</p>
    </div>
  )
}
